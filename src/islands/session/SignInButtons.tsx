import { type UseFormReturn, useWatch } from 'react-hook-form';
import { sessionMessages as text } from '#messages/session.ts';
import { requestCode, signInByPassword, type SignInDraft } from '#stores/sign-in.ts';
import { Button } from '#ui/Button.tsx';

interface SignInButtonsProps {
  form: UseFormReturn<SignInDraft>;
  isBusy: boolean;
}

/** Spec §2: both buttons send a code. Enter is Sign Up, or Sign In with a password. */
export function SignInButtons({ form: { control, handleSubmit }, isBusy }: SignInButtonsProps) {
  const method = useWatch({ control, name: 'method' });
  if (method === 'password')
    return (
      <Button type="submit" block busy={isBusy} onClick={handleSubmit((draft) => signInByPassword.run(draft))}>
        {text.signIn}
      </Button>
    );
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <Button type="submit" busy={isBusy} onClick={handleSubmit((draft) => requestCode.run('register', draft))}>
        {text.signUp}
      </Button>
      <Button kind="secondary" busy={isBusy} onClick={handleSubmit((draft) => requestCode.run('login', draft))}>
        {text.signIn}
      </Button>
    </div>
  );
}
