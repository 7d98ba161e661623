import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { rememberReturn } from '#stores/lib/return-path.ts';
import { requestCode, signUpResolver, type SignInScreen, type SignUpDraft } from '#stores/sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { MobileField } from './MobileField.tsx';

export function SignUp() {
  const { status, error } = useStore(requestCode.$state);
  const { register, handleSubmit, formState } = useForm<SignUpDraft>({
    resolver: signUpResolver,
    defaultValues: { countryCode: DOMESTIC_DIAL_CODE, mobileno: '' },
  });
  useEffect(() => rememberReturn(location.search), []);
  const ask = (screen: SignInScreen) => handleSubmit((draft) => requestCode.run(screen, draft));
  const isBusy = status === 'process';

  return (
    <form className="grid gap-[22px]" noValidate onSubmit={ask('register')}>
      <MobileField
        country={register('countryCode')}
        mobile={register('mobileno', { onChange: () => requestCode.clear() })}
        error={formState.errors.mobileno?.message ?? error}
      />
      <div className="grid grid-cols-2 gap-2.5">
        <Button type="submit" busy={isBusy}>
          {text.signUp}
        </Button>
        <Button kind="line" busy={isBusy} onClick={ask('login')}>
          {text.signIn}
        </Button>
      </div>
    </form>
  );
}
