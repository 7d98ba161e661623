import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { submissionMessages as text } from '#messages/submission.ts';
import { notify } from '#stores/notices/notices.ts';
import { contactDraft } from '#stores/submission/draft.ts';
import { $fee, isPaid } from '#stores/submission/fee.ts';
import { goToStep, maxLengthOf } from '#stores/submission/wizard.ts';
import {
  $isSent,
  initialDeclarations,
  declarationsResolver,
  feeError,
  saveDeclarations,
  submitFilm,
  type Declarations,
} from '#stores/submission/submission.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { FeeFields } from './FeeFields.tsx';
import { StepActions } from './StepActions.tsx';
import { useFieldForm } from '../use-field-form.ts';

/** Step 3: DECLARATIONS (spec §5). */
export function DeclarationStep() {
  const { status, error, note } = useStore(submitFilm.$state);
  const isSent = useStore($isSent);
  const [draft] = useState(initialDeclarations);
  const form = useFieldForm<Declarations>({ resolver: declarationsResolver, defaultValues: draft });
  const { register, handleSubmit, getValues, formState } = form;
  const { errors } = formState;
  const submit = (values: Declarations) => {
    saveDeclarations(values);
    return submitFilm.run();
  };
  // Spec §5 has one text for no method and for an unpaid fee. Beside a chosen method the text would
  // be wrong, so a toast shows it.
  const notifyIfUnpaid = () => {
    if (getValues('contactPaymentMethod') && feeError(getValues()) === 'methodRequired')
      notify('error', text.methodRequired);
  };
  const goBack = () => {
    saveDeclarations(getValues());
    goToStep(2);
  };
  return (
    <form
      className="step-form"
      noValidate
      onChange={() => saveDeclarations(getValues())}
      onSubmit={handleSubmit(submit, notifyIfUnpaid)}
    >
      <Field
        label={text.declarationName}
        value={contactDraft.read().contactName}
        readOnly
        dir="auto"
      />
      <Field
        label={text.signature}
        hint={text.signatureHint}
        error={errors.contactSignature?.message}
        maxLength={maxLengthOf('contactSignature')}
        autoComplete="off"
        dir="auto"
        {...register('contactSignature')}
      />
      <Field
        label={text.place}
        error={errors.contactPlace?.message}
        maxLength={maxLengthOf('contactPlace')}
        autoComplete="address-level2"
        dir="auto"
        {...register('contactPlace')}
      />
      <Field label={text.date} type="date" {...register('contactSignDate')} />
      <DeclarationCheckbox error={errors.isDeclared?.message} field={register('isDeclared')} />
      <FeeFields form={form} />
      <div className="col-span-full empty:hidden">
        <ErrorText error={error} note={note} />
      </div>
      <StepActions onBack={goBack}>
        <SubmitButton control={form.control} isBusy={status === 'process' || isSent} />
      </StepActions>
    </form>
  );
}

/** The page's primary button, unless a fee must be paid first. */
function SubmitButton({ control, isBusy }: { control: Control<Declarations>; isBusy: boolean }) {
  const { fee } = useStore($fee);
  const isFeeDue = Number(useWatch({ control, name: 'contactPayment' })) > 0 && !isPaid(fee);
  return (
    <Button
      type="submit"
      kind={isFeeDue ? 'secondary' : 'primary'}
      busy={isBusy}
      busyLabel={text.submitting}
    >
      {text.submit}
    </Button>
  );
}

function DeclarationCheckbox({ error, field }: { error: string | undefined; field: object }) {
  const id = useId();
  return (
    <div className="col-span-full">
      <label className="flex min-h-11 max-w-[64ch] items-start gap-2.5 py-2.5 pr-2.5">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          {...field}
        />
        <span>{text.declare}</span>
      </label>
      <ErrorText id={id} error={error} />
    </div>
  );
}
