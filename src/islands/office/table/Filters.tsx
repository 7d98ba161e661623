import { useRef, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import {
  type FormValues,
  queryOf,
  typedFields,
  valuesFromQuery,
  withoutAfter,
} from '#stores/office/input.ts';
import { goToView, nounHref } from '#stores/office/view.ts';
import { Button } from '#ui/Button.tsx';
import { OperationFields } from '../operation/OperationFields.tsx';

interface FiltersProps {
  operation: OperationDescription;
  query: string;
  /** Loads the rows again if the filters did not change. */
  onReload: () => void;
}

const NO_ERRORS = {};

/** The values are in the hash of the URL, so that members can share a filtered list. */
export function Filters({ operation, query, onReload }: FiltersProps) {
  const [edited, setEdited] = useState<{ query: string; values: FormValues } | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const values =
    edited?.query === query ? edited.values : withoutAfter(valuesFromQuery(operation, query));
  const fields = typedFields(operation);
  if (fields.length === 0) return null;
  const search = fields.filter(
    ({ name, kind }, index) => index === 0 && kind === 'text' && name !== 'limit',
  );
  const more = fields.filter((field) => !search.includes(field));
  const fieldProps = {
    values,
    fieldErrors: NO_ERRORS,
    onChange: (name: string, value: string | boolean) =>
      setEdited({ query, values: { ...values, [name]: value } }),
  };
  const apply = () => {
    const changed = queryOf(operation, values);
    if (changed === query) onReload();
    else goToView(nounHref(operation.noun, changed));
  };
  const buttons = (
    <div className="office-buttons">
      <Button ref={submitButton} type="submit" small>
        {text.applyFilters}
      </Button>
      {query && (
        <a
          className="button secondary small"
          href={nounHref(operation.noun)}
          onClick={() => submitButton.current?.focus()}
        >
          {text.clearFilters}
        </a>
      )}
    </div>
  );
  return (
    <form
      className="office-form"
      aria-label={text.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {search.length > 0 && (
        <div className="office-search">
          <OperationFields {...fieldProps} fields={search} />
        </div>
      )}
      {more.length > 0 && (
        <details className="office-details" open={more.some(({ name }) => values[name])}>
          <summary>{search.length > 0 ? text.moreFilters : text.filters}</summary>
          <div className="office-section">
            <OperationFields {...fieldProps} fields={more} />
            {search.length === 0 && buttons}
          </div>
        </details>
      )}
      {search.length > 0 && buttons}
    </form>
  );
}
