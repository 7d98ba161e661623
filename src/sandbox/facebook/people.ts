import { randomInt } from 'node:crypto';

export interface FacebookPerson {
  id: string;
  first_name: string;
  last_name?: string;
  email?: string;
}

export const FACEBOOK_PEOPLE: Record<string, { label: string; person: FacebookPerson }> = {
  asha: {
    label: 'Asha Rao, asha@example.com',
    person: {
      id: '10000000000000001',
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'asha@example.com',
    },
  },
  mani: {
    label: 'Mani Das, without an e-mail address',
    person: { id: '10000000000000002', first_name: 'Mani', last_name: 'Das' },
  },
};

export function createFacebookPerson() {
  const number = String(randomInt(1e12)).padStart(12, '0');
  const email = `nila${number}@example.com`;
  const person = { id: `1${number}0000`, first_name: 'Nila', last_name: 'New', email };
  return { id: person.id, label: `Nila New, ${email}`, person };
}
