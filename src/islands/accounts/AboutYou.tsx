import { useStore } from '@nanostores/react';
import { Controller } from 'react-hook-form';
import { accountMessages as text } from '#messages/accounts.ts';
import {
  $user,
  submitUserInfo,
  userInfoDraft,
  userInfoResolver,
  type UserInfo,
} from '#stores/accounts/accounts.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { GenderField } from './GenderField.tsx';
import { useFieldForm } from '../use-field-form.ts';

export function AboutYou() {
  const { status, error, note } = useStore(submitUserInfo.$state);
  const { register, control, handleSubmit, formState } = useFieldForm<UserInfo>({
    resolver: userInfoResolver,
    defaultValues: userInfoDraft(useStore($user)),
  });
  const { errors } = formState;
  return (
    <form
      className="grid gap-[22px]"
      noValidate
      onSubmit={handleSubmit((info) => submitUserInfo.run(info))}
    >
      <Field
        label={text.firstName}
        error={errors.firstName?.message}
        autoComplete="given-name"
        autoFocus
        {...register('firstName')}
      />
      <Field
        label={text.lastName}
        error={errors.lastName?.message}
        autoComplete="family-name"
        {...register('lastName')}
      />
      <Field
        label={text.email}
        error={errors.emailId?.message}
        type="email"
        autoComplete="email"
        {...register('emailId')}
      />
      <Controller name="gender" control={control} render={GenderField} />
      <ErrorText error={error} note={note} />
      <Button type="submit" block busy={status === 'process'}>
        {text.submit}
      </Button>
    </form>
  );
}
