import { useStore } from '@nanostores/react';
import { FormProvider } from 'react-hook-form';
import { usernameOf } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { User } from '#stores/accounts/accounts.ts';
import {
  passwordDraft,
  passwordResolver,
  submitPassword,
  type PasswordChange,
  type PasswordDraft,
} from '#stores/accounts/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { IdentityCheck } from './IdentityCheck.tsx';
import { PasswordField } from './PasswordField.tsx';
import { WithProfile } from './WithProfile.tsx';
import { useFieldForm } from '../use-field-form.ts';

export const ResetPassword = () => (
  <WithProfile height="h-[497px]">{(user) => <PasswordForm user={user} />}</WithProfile>
);

function PasswordForm({ user }: { user: User }) {
  const { status, error } = useStore(submitPassword.$state);
  const form = useFieldForm<PasswordDraft, unknown, PasswordChange>({
    resolver: passwordResolver,
    defaultValues: passwordDraft(user),
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  return (
    <FormProvider {...form}>
      <form
        className="grid gap-[22px]"
        noValidate
        onSubmit={handleSubmit((draft) => submitPassword.run(draft))}
      >
        {/* Tells password managers the account name. */}
        <input autoComplete="username" value={usernameOf(user)} readOnly hidden />
        <IdentityCheck user={user} />
        <PasswordField
          label={text.newPassword}
          error={errors.password?.message}
          autoComplete="new-password"
          {...register('password', { deps: 'confirmPassword' })}
        />
        <PasswordField
          label={text.confirmPassword}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...register('confirmPassword')}
        />
        <p className="small text-soft">{text.passwordEndsOtherSessions}</p>
        <ErrorText error={error} />
        <Button
          type="submit"
          className="justify-self-start max-sm:w-full"
          busy={status === 'process'}
        >
          {text.resetPassword}
        </Button>
      </form>
    </FormProvider>
  );
}
