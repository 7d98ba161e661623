import { useStore } from '@nanostores/react';
import { Controller } from 'react-hook-form';
import { parseTypedMobile } from '#domain/mobile.ts';
import { mobileOf, hasDomesticMobile } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { href } from '#routes.ts';
import {
  editDraft,
  editProfileResolver,
  submitEdit,
  type EditProfile as EditDraft,
  type User,
} from '#stores/accounts/accounts.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { GenderField } from './GenderField.tsx';
import { WithProfile } from './WithProfile.tsx';
import { useFieldForm } from '../use-field-form.ts';

export const EditProfile = () => (
  <WithProfile height="h-[497px]">{(user) => <EditForm user={user} />}</WithProfile>
);

function EditForm({ user }: { user: User }) {
  const { status, error, note } = useStore(submitEdit.$state);
  const { register, control, handleSubmit, formState } = useFieldForm<EditDraft>({
    resolver: editProfileResolver,
    // The server's profile arrives after the cached one and replaces only untouched fields.
    values: editDraft(user),
    resetOptions: { keepDirtyValues: true },
  });
  return (
    <form
      className="grid gap-[22px]"
      noValidate
      onSubmit={handleSubmit((draft) => submitEdit.run(draft))}
    >
      <Field
        label={text.name}
        hint={user.lastName ? text.lastNameStays(user.lastName) : undefined}
        error={formState.errors.firstName?.message}
        autoComplete="name"
        dir="auto"
        {...register('firstName')}
      />
      <div>
        <Field
          label={text.email}
          hint={user.emailId ? text.emailFixed : undefined}
          type="email"
          value={user.emailId ?? text.noEmail}
          disabled
          readOnly
        />
        {!user.emailId && (
          <a className="action-link" href={href('userInfo')}>
            {text.addEmailAddress}
          </a>
        )}
      </div>
      {hasDomesticMobile(user) ? (
        <Field
          label={text.mobile}
          hint={text.mobileFixed}
          type="tel"
          value={mobileOf(user)}
          disabled
          readOnly
        />
      ) : (
        <Controller
          name="mobile"
          control={control}
          render={({ field: { onChange, ...field }, fieldState }) => (
            <Field
              {...field}
              label={text.mobile}
              error={fieldState.error?.message}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              onChange={(event) =>
                onChange(parseTypedMobile(event.target.value, user.dialCode ?? undefined))
              }
            />
          )}
        />
      )}
      <Controller name="gender" control={control} render={GenderField} />
      <ErrorText error={error} note={note} />
      <div className="grid gap-2.5 sm:flex">
        <Button type="submit" busy={status === 'process'}>
          {text.update}
        </Button>
        <a className="button secondary" href={href('profile')}>
          {commonMessages.goBack}
        </a>
      </div>
    </form>
  );
}
