import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { mobileOf, nameOf } from '#domain/person.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { $profile, loadProfile } from '#stores/accounts/accounts.ts';
import { hasSubmittedFilms } from '#stores/submission/my-submissions.ts';
import { signOut } from '#stores/session/session.ts';
import { Button } from '#ui/Button.tsx';

/**
 * The menu is static HTML, and its link to the viewer's submitted films is hidden until this call.
 */
async function showFilmsLink() {
  const link = document.querySelector<HTMLElement>('[data-films]');
  if (link) link.hidden = !(await hasSubmittedFilms());
}

/** Spec §2 "Profile area": the head of each profile page. Loads the profile for the whole page. */
export function ProfileHeader() {
  const { user } = useStore($profile);
  useEffect(() => void loadProfile(), []);
  useEffect(() => void showFilmsLink(), []);
  return (
    <>
      <div className="min-w-0">
        {/* Chosen: a viewer without a name is shown by the mobile number. */}
        <p
          className="font-tall text-24 leading-[1.1] [word-spacing:.12em] font-bold wrap-anywhere lg:text-30"
          dir="auto"
        >
          {user && (nameOf(user) || mobileOf(user))}
        </p>
        <p className="text-soft truncate max-sm:text-14">{user?.emailId}</p>
      </div>
      <Button kind="secondary" small onClick={signOut}>
        {text.signOut}
      </Button>
    </>
  );
}
