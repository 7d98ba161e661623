import { useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { type FormValues, queryOf, typedFields, valuesFromQuery, withoutAfter } from '#stores/office-input.ts';
import { goToView, nounHref } from '#stores/office-view.ts';
import { Button } from '#ui/Button.tsx';
import { OperationFields } from './OperationFields.tsx';

interface FiltersProps {
  operation: OperationDescription;
  query: string;
  /** Loads the rows again if the filters did not change. */
  onReload: () => void;
}

const NO_ERRORS = {};

/** The values are in the hash of the URL, so that members can share a filtered list. */
export function Filters({ operation, query, onReload }: FiltersProps) {
  const [values, setValues] = useState<FormValues>(() => withoutAfter(valuesFromQuery(operation, query)));
  const fields = typedFields(operation);
  if (fields.length === 0) return null;
  const apply = () => {
    const changed = queryOf(operation, values);
    if (changed === query) onReload();
    else goToView(nounHref(operation.noun, changed));
  };
  return (
    <details className="office-details" open={queryOf(operation, values) !== ''}>
      <summary>{text.filters}</summary>
      <form
        className="office-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <OperationFields
          fields={fields}
          values={values}
          fieldErrors={NO_ERRORS}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
        <div className="office-buttons">
          <Button type="submit" small>
            {text.applyFilters}
          </Button>
          {query && (
            <a className="button secondary small" href={nounHref(operation.noun)}>
              {text.clearFilters}
            </a>
          )}
        </div>
      </form>
    </details>
  );
}
