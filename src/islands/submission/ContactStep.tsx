import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { cleanMobile } from '#domain/mobile.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { contactDraft } from '#stores/submission/draft.ts';
import {
  contactResolver,
  goToStep,
  maxLengthOf,
  type ContactPerson,
} from '#stores/submission/wizard.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { StepActions } from './StepActions.tsx';
import { useFieldForm } from '../use-field-form.ts';

/** Step 2: CONTACT PERSON (spec §5). */
export function ContactStep() {
  const [draft] = useState(contactDraft.read);
  const { register, control, handleSubmit, getValues, formState } = useFieldForm<ContactPerson>({
    resolver: contactResolver,
    defaultValues: draft,
  });
  const { errors } = formState;
  const saveAndGoTo = (step: 1 | 3) => (contact: ContactPerson) => {
    contactDraft.save(contact);
    goToStep(step);
  };
  return (
    <form
      className="step-form"
      noValidate
      onChange={() => contactDraft.save(getValues())}
      onSubmit={handleSubmit(saveAndGoTo(3))}
    >
      <Field
        label={text.contact.contactName}
        error={errors.contactName?.message}
        maxLength={maxLengthOf('contactName')}
        autoComplete="name"
        dir="auto"
        {...register('contactName')}
      />
      <Field
        label={text.contact.contactEmail}
        hint={text.emailHint}
        error={errors.contactEmail?.message}
        maxLength={maxLengthOf('contactEmail')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...register('contactEmail')}
      />
      <Controller
        name="contactPhone"
        control={control}
        render={({ field: { onChange, ...field } }) => (
          <Field
            {...field}
            label={text.contact.contactPhone}
            error={errors.contactPhone?.message}
            maxLength={maxLengthOf('contactPhone')}
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            // Spec §5: numeric.
            onChange={(event) => onChange(cleanMobile(event.target.value))}
          />
        )}
      />
      <StepActions onBack={() => saveAndGoTo(1)(getValues())}>
        <Button type="submit">{text.continue}</Button>
      </StepActions>
    </form>
  );
}
