import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import { usernameOf } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { $user } from '#stores/accounts.ts';
import { newPasswordResolver, NO_PASSWORD, submitPassword, type NewPassword } from '#stores/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';

const words = { show: text.show, hide: text.hide };

export function ResetPassword() {
  const { status, error } = useStore(submitPassword.$state);
  const user = useStore($user);
  const { register, handleSubmit, formState } = useForm<NewPassword>({
    resolver: newPasswordResolver,
    defaultValues: NO_PASSWORD,
  });
  const { errors } = formState;
  return (
    <form className="grid gap-[22px]" noValidate onSubmit={handleSubmit((draft) => submitPassword.run(draft))}>
      {/* For the password manager: whose password it is. */}
      <input autoComplete="username" value={user ? usernameOf(user) : ''} readOnly hidden />
      <PasswordField
        label={text.newPassword}
        error={errors.password?.message}
        {...words}
        autoComplete="new-password"
        {...register('password', { deps: 'confirmPassword' })}
      />
      <PasswordField
        label={text.confirmPassword}
        error={errors.confirmPassword?.message}
        {...words}
        autoComplete="new-password"
        {...register('confirmPassword')}
      />
      <p className="sm soft">{text.passwordEndsOthers}</p>
      <ErrorText error={error} />
      <Button type="submit" className="justify-self-start max-sm:w-full" busy={status === 'process'}>
        {text.resetPassword}
      </Button>
    </form>
  );
}
