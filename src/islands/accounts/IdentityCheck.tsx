import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { mobileOf, hasDomesticMobile } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { sessionMessages } from '#messages/session.ts';
import type { User } from '#stores/accounts/accounts.ts';
import {
  ownDestination,
  sendPasswordCode,
  submitPassword,
  type PasswordDraft,
} from '#stores/accounts/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { OtpInput } from '../session/OtpInput.tsx';
import { Resend } from '../session/Resend.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Proves the account owner's identity: by the current password or a code. */
export function IdentityCheck({ user }: { user: User }) {
  const { register, watch, setValue, formState } = useFormContext<PasswordDraft>();
  const proofMethod = watch('proofMethod');
  const changeProofMethod = (to: PasswordDraft['proofMethod']) => {
    submitPassword.clear();
    setValue('proofMethod', to);
  };
  return (
    <div className="grid gap-2.5">
      {proofMethod === 'code' ? (
        <CodeCheck user={user} />
      ) : (
        <PasswordField
          label={text.currentPassword}
          error={formState.errors.currentPassword?.message}
          autoComplete="current-password"
          {...register('currentPassword')}
        />
      )}
      {user.hasPassword && (
        <Button
          kind="text"
          className="justify-self-start"
          onClick={() => changeProofMethod(proofMethod === 'code' ? 'password' : 'code')}
        >
          {proofMethod === 'code' ? text.passwordByPassword : text.passwordByCode}
        </Button>
      )}
    </div>
  );
}

function CodeCheck({ user }: { user: User }) {
  const { register, setFocus, formState } = useFormContext<PasswordDraft>();
  const { status, error } = useStore(sendPasswordCode.$state);
  const [isSent, setSent] = useState(false);
  // A number stays in one line.
  const destination = hasDomesticMobile(user)
    ? mobileOf(user).replaceAll(' ', '\u00A0')
    : (user.emailId ?? '');
  const send = async () => setSent((await sendPasswordCode.run(user)) === true);
  if (!isSent)
    return (
      <div className="grid justify-items-start gap-2.5">
        <p className="text-soft wrap-anywhere">{text.passwordCodeLead(destination)}</p>
        <Button kind="secondary" busy={status === 'process'} onClick={() => void send()}>
          {text.sendCode}
        </Button>
        <ErrorText error={error} />
        <ErrorText error={formState.errors.otp && sessionMessages.codeRequired} />
      </div>
    );
  return (
    <>
      <OtpInput field={register('otp')} error={formState.errors.otp?.message} autoFocus />
      <Resend destination={ownDestination(user)} onCountdownStart={() => setFocus('otp')} />
    </>
  );
}
