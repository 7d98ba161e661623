import { firstOf } from '#domain/existing.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import type { Row } from '#contract/operation-result.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import {
  type FormValues,
  queryOf,
  valuesFromQuery,
  withAfter,
  withoutAfter,
} from '#stores/office/input.ts';
import { nounHref, operationHref } from '#stores/office/view.ts';
import { listingOperation, openList } from '#stores/office/list.ts';
import { Button } from '#ui/Button.tsx';
import { BulkOperations } from './BulkOperations.tsx';
import { DataTable } from './DataTable.tsx';
import { Filters } from './Filters.tsx';
import { ErrorBox, Loading } from '../frame/LoadStates.tsx';
import { OfficePage } from '../frame/OfficePage.tsx';
import { OperationButtons } from '../operation/OperationButtons.tsx';
import { OperationLinks } from '../operation/OperationLinks.tsx';
import { OperationPage } from '../operation/OperationPage.tsx';
import { ScrollingText } from '../frame/Scrolling.tsx';
import { nextOf, tablesOf } from '#stores/office/result-parts.ts';
import { labelOf } from '#stores/office/table-rows.ts';
import { useScrollPosition } from '../frame/use-scroll-position.ts';

interface NounPageProps {
  noun: string;
  query: string;
  operations: OperationDescription[];
}

/** Moves the focus to the first row that has a page. */
const focusList = () =>
  (
    document.querySelector<HTMLElement>('.office-list tbody a') ??
    document.querySelector<HTMLElement>('.office-list')
  )?.focus();

/** A link to an id would change the hash, which names the view. */
const SkipToList = () => (
  <button type="button" className="skip-link" onClick={focusList}>
    {text.skipToList}
  </button>
);

export function NounPage({ noun, query, operations }: NounPageProps) {
  const listing = listingOperation(operations);
  useScrollPosition(listing && openList(listing).position);
  const nonListingOperations = operations.filter((each) => each !== listing);
  const [singleOperation] = nonListingOperations;
  if (!listing && singleOperation && nonListingOperations.length === 1)
    return (
      <OperationPage
        key={query}
        operation={singleOperation}
        query={query}
        operations={operations}
      />
    );
  return (
    <OfficePage title={nounTitle(noun)}>
      {listing && (
        <>
          <SkipToList />
          <OperationButtons operations={nonListingOperations} />
        </>
      )}
      {listing ? (
        <Listing operation={listing} operations={operations} query={query} />
      ) : (
        <OperationLinks operations={nonListingOperations} />
      )}
    </OfficePage>
  );
}

interface ListingProps {
  operation: OperationDescription;
  operations: OperationDescription[];
  query: string;
}

function Listing({ operation, operations, query }: ListingProps) {
  const [list] = useState(() => openList(operation));
  const element = useRef<HTMLDivElement>(null);
  const { status, result, error } = useStore(list.$state);
  useEffect(() => void list.load(query), [list, query]);
  const tables = result ? tablesOf(result) : [];
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const bulkOperations = operations.filter(({ isBulk }) => isBulk);
  const rowKey = bulkOperations[0]?.rowKeys[0];
  return (
    <>
      <Filters operation={operation} query={query} onReload={() => void list.load(query)} />
      <SkipToList />
      {status === 'process' && !result && <Loading />}
      {status === 'error' && <ErrorBox error={error} onRetry={() => void list.load(query)} />}
      {result && (
        <div className="office-buttons">
          <Button
            kind="secondary"
            small
            busy={status === 'process'}
            busyLabel={text.refreshing}
            onClick={() => void list.load(query)}
          >
            {text.refresh}
          </Button>
          <PartLinks
            operation={operation}
            query={query}
            next={nextOf(result)}
            onFollow={() => element.current?.focus({ preventScroll: true })}
          />
        </div>
      )}
      {rowKey && tables.length > 0 && (
        <BulkOperations operations={bulkOperations} $view={list.$view} />
      )}
      <div
        ref={element}
        className="office-list"
        role="group"
        aria-label={nounTitle(operation.noun)}
        tabIndex={-1}
      >
        {(filled.length > 0 ? filled : tables.slice(0, 1)).map(({ name, columns, rows }) => (
          <section key={`${name}?${query}`} className="office-section">
            {tables.length > 1 && <h2 className="heading-4">{labelOf(name)}</h2>}
            <DataTable
              rows={rows}
              title={tables.length > 1 ? labelOf(name) : nounTitle(operation.noun)}
              columns={columns}
              linkOf={linkToObject(operations)}
              linksOf={linksToOperations(operations)}
              {...(tables.length === 1 && { $view: list.$view, rowKey })}
            />
          </section>
        ))}
        {result && tables.length === 0 && (
          <ScrollingText label={text.result} lines={result.lines} />
        )}
      </div>
    </>
  );
}

interface PartLinksProps {
  operation: OperationDescription;
  query: string;
  next: string | null;
  onFollow: () => void;
}

function PartLinks({ operation, query, next, onFollow }: PartLinksProps) {
  const values = valuesFromQuery(operation, query);
  const isFirstPart = queryOf(operation, withoutAfter(values)) === queryOf(operation, values);
  const hrefOf = (changed: FormValues) => nounHref(operation.noun, queryOf(operation, changed));
  if (isFirstPart && next === null) return null;
  return (
    <nav aria-label={text.partsLabel} className="office-buttons">
      {!isFirstPart && (
        <a
          className="button secondary small"
          href={hrefOf(withoutAfter(values))}
          onClick={onFollow}
        >
          {text.firstRows}
        </a>
      )}
      {next !== null && (
        <a
          className="button secondary small"
          href={hrefOf(withAfter(values, next))}
          onClick={onFollow}
        >
          {text.laterRows}
        </a>
      )}
    </nav>
  );
}

const showOperation = (operations: OperationDescription[]) =>
  operations.find(({ verb, isChange }) => verb === 'show' && !isChange);

/**
 * Links a row to the `show` operation: the row's identifier is the first field, and its values fill
 * the fields of their names.
 */
function linkToObject(operations: OperationDescription[]) {
  const show = showOperation(operations);
  const field = show?.fields.find(({ isRequired }) => isRequired);
  if (!show || !field) return undefined;
  return (row: Row, key: string) =>
    operationHref(
      show,
      new URLSearchParams({ ...namedValues(show, row), [field.name]: String(row[key]) }).toString(),
    );
}

const namedValues = ({ fields }: OperationDescription, row: Row): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = row[name];
      return kind === 'text' && typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Without a page of the object: links a row to the operations on its object. */
function linksToOperations(operations: OperationDescription[]) {
  const onRows = operations.filter(({ isChange, rowKeys }) => isChange && rowKeys.length > 0);
  if (showOperation(operations) || onRows.length === 0) return undefined;
  return (row: Row) =>
    onRows.flatMap((operation) => {
      const value = operation.rowKeys
        .map((key) => row[key])
        .find((each) => each !== undefined && each !== null);
      if (value === undefined) return [];
      const query = new URLSearchParams({
        [firstOf(operation.fields).name]: String(value as string | number),
      }).toString();
      return [{ href: operationHref(operation, query), label: operation.title }];
    });
}
