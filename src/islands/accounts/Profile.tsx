import { mobileOf, nameOf } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import type { User } from '#stores/accounts/accounts.ts';
import { WithProfile } from './WithProfile.tsx';

export const Profile = () => (
  <WithProfile height="h-[307px]">{(user) => <ProfileFacts user={user} />}</WithProfile>
);

/** Spec §2: 0 is Male, any other value Female, null a dash. */
const genderText = ({ gender }: User) =>
  gender === null ? null : gender === 0 ? text.male : text.female;

function ProfileFacts({ user }: { user: User }) {
  const facts = [
    [text.name, nameOf(user)],
    [text.email, user.emailId],
    [text.mobile, mobileOf(user)],
    [text.gender, genderText(user)],
  ] as const;
  return (
    <>
      <dl className="border-t border-line">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-1 border-b border-line py-3.5 sm:grid-cols-[10rem_1fr]"
          >
            <dt className="text-soft">{name}</dt>
            <dd className="tabular wrap-anywhere" dir="auto">
              {value || text.none}
            </dd>
          </div>
        ))}
      </dl>
      {!nameOf(user) && <p className="text-soft mt-5">{text.nameMissing}</p>}
      <a className="button mt-5" href={href('editProfile')}>
        {text.editProfile}
      </a>
    </>
  );
}
