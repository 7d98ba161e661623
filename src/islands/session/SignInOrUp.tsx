import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { type Country, unpackCountries } from '#domain/countries.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { canStaySignedIn } from '#stores/session/complete-sign-in.ts';
import { isInAppBrowser } from '#stores/lib/in-app-browser.ts';
import { saveReturnPath } from '#stores/lib/return-path.ts';
import {
  guessCountry,
  initialSignInDraft,
  requestCode,
  signInByPassword,
  type SignInDraft,
  signInResolver,
} from '#stores/session/sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { SignInFields } from './SignInFields.tsx';
import { SocialSignIn } from './SocialSignIn.tsx';
import { StorageBlocked } from './StorageBlocked.tsx';
import { useFieldForm } from '../use-field-form.ts';

/** One form for signing in and up. `countries` is packed at build time (domain/countries.ts). */
export const SignInOrUp = ({ countries }: { countries: string }) =>
  canStaySignedIn() ? <SignInForm countries={countries} /> : <StorageBlocked />;

function SignInForm({ countries: packed }: { countries: string }) {
  const [countries] = useState(() => unpackCountries(packed));
  const form = useFieldForm<SignInDraft>({
    resolver: signInResolver,
    defaultValues: initialSignInDraft(countries),
  });
  const codeRequest = useStore(requestCode.$state);
  const passwordSignIn = useStore(signInByPassword.$state);
  const keepCountry = useGuessedCountry(form, countries);
  useEffect(() => saveReturnPath(location.search), []);

  const method = useWatch({ control: form.control, name: 'method' });
  const clearErrors = () => [requestCode, signInByPassword].forEach((task) => task.clear());
  const changeMethod = () => {
    form.clearErrors();
    clearErrors();
    form.setValue('method', method === 'code' ? 'password' : 'code');
  };
  return (
    <div className="grid gap-3" onKeyDown={keepCountry} onPointerDown={keepCountry}>
      <form
        className="grid gap-[22px]"
        noValidate
        onInput={clearErrors}
        onSubmit={(event) => event.preventDefault()}
      >
        <SignInFields form={form} countries={countries} />
        <ErrorText error={codeRequest.error || passwordSignIn.error} />
        <SignInButtons
          form={form}
          isBusy={codeRequest.status === 'process' || passwordSignIn.status === 'process'}
        />
      </form>
      <Button
        kind="text"
        className="min-h-11! justify-self-start text-15! font-normal!"
        onClick={changeMethod}
      >
        {method === 'code' ? text.withPassword : text.withCode}
      </Button>
      <SocialSignIn />
      {isInAppBrowser() && <p className="small text-soft max-w-[60ch]">{text.inAppNote}</p>}
    </div>
  );
}

/**
 * Sets the viewer's country once it is known. When the viewer uses the form, call the returned
 * function: it keeps the form's country.
 */
function useGuessedCountry(form: UseFormReturn<SignInDraft>, countries: readonly Country[]) {
  const isTouched = useRef(false);
  useEffect(() => {
    void guessCountry(countries).then((country) => {
      const hasInput = form.getValues(['mobileno', 'emailId']).some(Boolean);
      if (!country || isTouched.current || hasInput) return;
      form.setValue('country', country);
    });
  }, [form, countries]);
  return () => (isTouched.current = true);
}

/** Spec §2: both buttons send a code. Enter is Sign Up, or Sign In with a password. */
function SignInButtons({ form, isBusy }: { form: UseFormReturn<SignInDraft>; isBusy: boolean }) {
  const { control, handleSubmit } = form;
  const method = useWatch({ control, name: 'method' });
  if (method === 'password')
    return (
      <Button
        type="submit"
        block
        busy={isBusy}
        onClick={handleSubmit((draft) => signInByPassword.run(draft))}
      >
        {text.signIn}
      </Button>
    );
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <Button
        type="submit"
        busy={isBusy}
        onClick={handleSubmit((draft) => requestCode.run('register', draft))}
      >
        {text.signUp}
      </Button>
      <Button
        kind="secondary"
        busy={isBusy}
        onClick={handleSubmit((draft) => requestCode.run('login', draft))}
      >
        {text.signIn}
      </Button>
    </div>
  );
}
