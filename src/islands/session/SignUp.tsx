import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { unpackCountries } from '#domain/countries.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { canStaySignedIn } from '#stores/arrival.ts';
import { rememberReturn } from '#stores/lib/return-path.ts';
import { draftBegun, requestCode, signInByPassword, type SignInDraft, signInResolver } from '#stores/sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { AskButtons } from './AskButtons.tsx';
import { SignInFields } from './SignInFields.tsx';
import { SocialSignIn } from './SocialSignIn.tsx';
import { StorageBlocked } from './StorageBlocked.tsx';
import { useCallersCountry } from './use-callers-country.ts';

/** `countries`: the whole list as one text (domain/countries.ts), made at the build. */
export const SignUp = ({ countries }: { countries: string }) =>
  canStaySignedIn() ? <SignUpForm countries={countries} /> : <StorageBlocked />;

function SignUpForm({ countries: packed }: { countries: string }) {
  const [countries] = useState(() => unpackCountries(packed));
  const form = useForm<SignInDraft>({ resolver: signInResolver, defaultValues: draftBegun(countries) });
  const asking = useStore(requestCode.$state);
  const entering = useStore(signInByPassword.$state);
  const noteTouch = useCallersCountry(form, countries);
  useEffect(() => rememberReturn(location.search), []);

  const way = useWatch({ control: form.control, name: 'way' });
  const forget = () => [requestCode, signInByPassword].forEach((task) => task.clear());
  const changeWay = () => {
    form.clearErrors();
    forget();
    form.setValue('way', way === 'code' ? 'password' : 'code');
  };
  return (
    <div className="grid gap-3" onFocus={noteTouch} onPointerDown={noteTouch}>
      <form className="grid gap-[22px]" noValidate onInput={forget} onSubmit={(event) => event.preventDefault()}>
        <SignInFields form={form} countries={countries} />
        <ErrorText error={asking.error || entering.error} />
        <AskButtons form={form} isBusy={asking.status === 'process' || entering.status === 'process'} />
      </form>
      <Button kind="text" className="min-h-11! justify-self-start text-[15px]! font-normal!" onClick={changeWay}>
        {way === 'code' ? text.withPassword : text.withCode}
      </Button>
      <SocialSignIn />
    </div>
  );
}
