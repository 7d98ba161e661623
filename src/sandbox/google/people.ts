import { randomInt } from 'node:crypto';

export interface GooglePerson {
  sub: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  email_verified?: boolean;
  /** The Google Workspace domain of the mailbox. */
  hd?: string;
}

const newPerson = ({
  sub,
  given_name,
  family_name,
  email,
  email_verified = true,
}: {
  sub: string;
  given_name: string;
  family_name: string;
  email: string;
  email_verified?: boolean;
}) => ({
  sub,
  name: `${given_name} ${family_name}`,
  given_name,
  family_name,
  email,
  email_verified,
});

export const GOOGLE_PEOPLE: Record<string, { label: string; person: GooglePerson }> = {
  asha: {
    label: 'Asha Rao, asha@example.com, the mailbox is Google’s',
    person: {
      ...newPerson({
        sub: '110000000000000000001',
        given_name: 'Asha',
        family_name: 'Rao',
        email: 'asha@example.com',
      }),
      hd: 'example.com',
    },
  },
  kabir: {
    label: 'Kabir Sen, kabir@example.org, verified once',
    person: newPerson({
      sub: '110000000000000000002',
      given_name: 'Kabir',
      family_name: 'Sen',
      email: 'kabir@example.org',
    }),
  },
  leela: {
    label: 'Leela Nair, leela@example.net, unverified',
    person: newPerson({
      sub: '110000000000000000003',
      given_name: 'Leela',
      family_name: 'Nair',
      email: 'leela@example.net',
      email_verified: false,
    }),
  },
  mani: {
    label: 'Mani, without an e-mail address',
    person: { sub: '110000000000000000004', name: 'Mani', given_name: 'Mani' },
  },
};

export function createGooglePerson() {
  const number = String(randomInt(1e12)).padStart(12, '0');
  const person = newPerson({
    sub: `118${number}000000`,
    given_name: 'Nila',
    family_name: 'New',
    email: `nila${number}@example.com`,
  });
  return {
    id: person.sub,
    label: `${person.name}, ${person.email}`,
    person: { ...person, hd: 'example.com' },
  };
}
