import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { submissionMessages as text } from '#messages/submission.ts';
import { contactDraft } from '#stores/submission-draft.ts';
import { goToStep, roomFor } from '#stores/submission-wizard.ts';
import {
  $isSent,
  declarationsBegun,
  declarationsResolver,
  keepDeclarations,
  submitFilm,
  type Declarations,
} from '#stores/submission.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { FeeFields } from './FeeFields.tsx';
import { StepActions } from './StepActions.tsx';

/** Step 3: DECLARATIONS (spec §5). */
export function DeclarationStep() {
  const { status, error } = useStore(submitFilm.$state);
  const isSent = useStore($isSent);
  const [begun] = useState(declarationsBegun);
  const form = useForm<Declarations>({ resolver: declarationsResolver, defaultValues: begun });
  const { register, handleSubmit, getValues, formState } = form;
  const { errors } = formState;
  const submit = (values: Declarations) => {
    keepDeclarations(values);
    return submitFilm.run();
  };
  const goBack = () => {
    keepDeclarations(getValues());
    goToStep(2);
  };
  return (
    <form className="step" noValidate onChange={() => keepDeclarations(getValues())} onSubmit={handleSubmit(submit)}>
      <Field label={text.declarationName} value={contactDraft.read().contactName} readOnly dir="auto" />
      <Field
        label={text.signature}
        hint={text.signatureHint}
        error={errors.contactSignature?.message}
        maxLength={roomFor('contactSignature')}
        autoComplete="off"
        dir="auto"
        {...register('contactSignature')}
      />
      <Field
        label={text.place}
        error={errors.contactPlace?.message}
        maxLength={roomFor('contactPlace')}
        autoComplete="address-level2"
        dir="auto"
        {...register('contactPlace')}
      />
      <Field label={text.date} type="date" {...register('contactSignDate')} />
      <Declared error={errors.isDeclared?.message} box={register('isDeclared')} />
      <FeeFields form={form} />
      <div className="full empty:hidden">
        <ErrorText error={error} />
      </div>
      <StepActions onBack={goBack}>
        <Button type="submit" busy={status === 'process' || isSent} busyLabel={text.submitting}>
          {text.submit}
        </Button>
      </StepActions>
    </form>
  );
}

function Declared({ error, box }: { error: string | undefined; box: object }) {
  const id = useId();
  return (
    <div className="full">
      <label className="choice max-w-[64ch] items-start py-2.5">
        <input type="checkbox" aria-invalid={error ? true : undefined} aria-describedby={id} {...box} />
        {text.declare}
      </label>
      <ErrorText id={id} error={error} />
    </div>
  );
}
