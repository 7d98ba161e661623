import { useStore } from '@nanostores/react';
import type { MovieSources } from '#contract/producer.ts';
import { PRODUCER_SALES_DAYS } from '#domain/limits/producer.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';
import { $producerMovie } from '#stores/producer/producer.ts';
import { $sources, loadSources, saveSourcesCsv } from '#stores/producer/sources.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { LoadError, Loading } from '../loading/LoadStates.tsx';
import { NewLink } from './NewLink.tsx';
import { sourceRows } from '#stores/producer/source-rows.ts';

/** Visits and tickets by the label in the link, and the links that a producer can share. */
export function LinkSources({ movieId }: { movieId: number }) {
  const { status, sources } = useStore($sources);
  const { movie } = useStore($producerMovie);
  const isEmpty = sources !== null && sources.sources.length === 0;
  return (
    <section
      className="link-sources"
      aria-labelledby="link-sources"
      aria-busy={status === 'process'}
    >
      <header>
        <h2 id="link-sources" className="heading-4">
          {text.heading}
        </h2>
        {sources && !isEmpty && <SaveCsv movieId={movieId} movieName={movie?.movieName} />}
      </header>
      {!sources && status === 'process' && <Loading className="h-24" />}
      {!sources && status === 'error' && (
        <LoadError sentence={text.failed} onRetry={() => loadSources(movieId)} />
      )}
      {isEmpty && (
        <p className="text-soft" role="status">
          {text.none}
        </p>
      )}
      {sources && !isEmpty && <SourcesTable sources={sources} />}
      {movie && (
        <details open={isEmpty}>
          <summary className="plain-link">{text.newLink}</summary>
          <NewLink movie={movie} />
        </details>
      )}
    </section>
  );
}

function SaveCsv({ movieId, movieName }: { movieId: number; movieName: string | undefined }) {
  const { status } = useStore(saveSourcesCsv.$state);
  return (
    <Button
      kind="secondary"
      small
      busy={status === 'process'}
      onClick={() => void saveSourcesCsv.run(movieId, movieName)}
    >
      <Icon name="save" />
      <span>{text.downloadCsv}</span>
    </Button>
  );
}

const SourcesTable = ({ sources }: { sources: MovieSources }) => (
  <>
    <p className="small text-soft">{text.inLastDays(PRODUCER_SALES_DAYS)}</p>
    <table className="table daily-table sources-table" aria-labelledby="link-sources">
      <thead>
        <tr>
          <th scope="col">{text.columns.linkSource}</th>
          <th scope="col" className="money">
            {text.columns.visits}
          </th>
          <th scope="col" className="money">
            {text.columns.paidOrders}
          </th>
          <th scope="col" className="money">
            {text.columns.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {sourceRows(sources).map(({ key, name, visits, paidOrders, share }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="money">{visits}</td>
            <td className="money">{paidOrders}</td>
            <td className="money">{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
