import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { openForm } from '#stores/office/form.ts';
import { isConfirmingField, sharedQuery } from '#stores/office/input.ts';
import { listHref } from '#stores/office/list.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { WithFilmPreview } from './FilmPreview.tsx';
import { OfficePage } from '../frame/OfficePage.tsx';
import { OperationButtons } from './OperationButtons.tsx';
import { OperationFields } from './OperationFields.tsx';
import { OperationHelp } from './OperationHelp.tsx';
import { OperationLinks } from './OperationLinks.tsx';
import { OperationOutcome } from './OperationOutcome.tsx';
import { SubmitButtons } from './SubmitButtons.tsx';
import { useFocusFirstInvalid } from '../frame/use-focus-first-invalid.ts';

interface OperationPageProps {
  operation: OperationDescription;
  query: string;
  /** All operations of the noun. */
  operations: OperationDescription[];
}

export function OperationPage({ operation, query, operations }: OperationPageProps) {
  const [form] = useState(() => openForm(operation, query));
  const { values, fieldErrors, error, isLoading, busy, result, dryRunResult, dryRunJobId } =
    useStore(form.$state);
  const element = useFocusFirstInvalid(fieldErrors);
  useEffect(() => {
    form.runIfComplete();
    void form.loadCurrentValues();
  }, [form]);
  const related = operations.filter((each) => each !== operation);
  const queryFor = (target: OperationDescription) => sharedQuery(operation, target, values);
  const onSameObject = operation.isChange ? [] : related.filter((each) => queryFor(each) !== '');
  const otherOperations = related.filter((each) => !onSameObject.includes(each));
  const noun = nounTitle(operation.noun);
  const back = related.length > 0 ? { back: { href: listHref(operation.noun), label: noun } } : {};
  return (
    <OfficePage title={operation.title} {...back}>
      <p>{operation.summary}</p>
      <OperationButtons operations={onSameObject} queryFor={queryFor} />
      <OperationHelp operation={operation} />
      <WithFilmPreview operation={operation} form={form}>
        <form
          ref={element}
          className="office-form"
          noValidate
          onBlur={({ target }) =>
            target.getAttribute('name') === operation.objectField && void form.loadCurrentValues()
          }
          onSubmit={(event) => {
            event.preventDefault();
            void (operation.isChange ? form.dryRun() : form.run());
          }}
        >
          <OperationFields
            fields={form.fields.filter((field) => !isConfirmingField(field))}
            values={values}
            fieldErrors={fieldErrors}
            uploads={form.uploads}
            onChange={form.setValue}
            onChoose={() => void form.loadCurrentValues()}
            isInert={operation.isChange && busy === 'run'}
          />
          <p className={isLoading ? 'small' : 'sr-only'} role="status">
            {isLoading ? text.loadingValues : ''}
          </p>
          {!dryRunResult && !dryRunJobId && <ErrorText error={error} />}
          <SubmitButtons operation={operation} form={form} />
        </form>
        <OperationOutcome operation={operation} form={form} />
      </WithFilmPreview>
      {operation.isChange && result && related.length > 0 && (
        <a className="action-link" href={listHref(operation.noun)}>
          {text.backTo(noun)}
        </a>
      )}
      {otherOperations.length > 0 && (
        <section className="office-section">
          <h2 className="heading-4">{text.relatedOperations}</h2>
          <OperationLinks operations={otherOperations} queryFor={queryFor} />
        </section>
      )}
    </OfficePage>
  );
}
