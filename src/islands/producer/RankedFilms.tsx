import type { ProducerSales } from '#contract/producer.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { Picture } from '../catalogue/Picture.tsx';
import {
  amountChange,
  type Change,
  FIGURE_HEADS,
  figureCells,
} from '#stores/producer/all-sales.ts';
import { CellLines } from './CellLines.tsx';
import { DefaultPicture } from './CardGrid.tsx';

type RankedFilm = ProducerSales['movies'][number];

/**
 * Each film links to its orders and figures. On narrow screens each row becomes a block
 * (styles/producer.css).
 */
export const RankedFilms = ({ sales: { movies, movieCount } }: { sales: ProducerSales }) => (
  <section aria-labelledby="ranked">
    <h3 id="ranked" className="heading-4 mb-1">
      {text.ranked}
    </h3>
    {movieCount > movies.length && (
      <p className="small text-soft">{text.rankedFirst(movies.length, movieCount)}</p>
    )}
    <table className="table ranking" aria-labelledby="ranked">
      <thead className="max-lg:sr-only">
        <tr>
          <th scope="col">{text.film}</th>
          {FIGURE_HEADS.map((head) => (
            <th key={head} scope="col" className="money">
              {head}
            </th>
          ))}
          <th scope="col" className="money">
            {text.lastWeek}
          </th>
        </tr>
      </thead>
      <tbody>
        {movies.map((film, index) => (
          <FilmRow key={film.movieId} film={film} rank={index + 1} />
        ))}
      </tbody>
    </table>
  </section>
);

const FilmRow = ({ film, rank }: { film: RankedFilm; rank: number }) => (
  <tr>
    <th scope="row">
      <FilmLink film={film} rank={rank} />
    </th>
    {figureCells(film).map((cell, index) => (
      <td key={FIGURE_HEADS[index]} className="money" data-label={FIGURE_HEADS[index]}>
        <CellLines lines={cell} />
      </td>
    ))}
    <td className="money" data-label={text.lastWeek}>
      <WeekChange change={amountChange(film, 'salesBeforeGst')} />
    </td>
  </tr>
);

const FilmLink = ({ film, rank }: { film: RankedFilm; rank: number }) => (
  <a
    className="group grid min-h-16 grid-cols-[22px_44px_minmax(0,1fr)] items-center gap-x-3"
    href={href('producerOrders', { movie_id: film.movieId, channel_id: film.channelId })}
  >
    <span className="font-tall text-22 leading-none font-bold text-soft">{rank}</span>
    <span className="poster" style={colourStyle(film.posterGel)}>
      {film.image ? (
        <Picture address={film.image} kind="poster" sizes="44px" />
      ) : (
        <DefaultPicture />
      )}
    </span>
    <span className="min-w-0">
      <span
        className="name line-clamp-2 underline-offset-4 group-hover:underline"
        {...languageAttributes(film)}
      >
        {film.movieName}
      </span>
      {distinctEnglishName(film) && (
        <span className="line-clamp-1 details">{distinctEnglishName(film)}</span>
      )}
    </span>
  </a>
);

const WeekChange = ({ change: { lastWeek, direction, difference } }: { change: Change }) => (
  <>
    <span>{lastWeek}</span>
    {direction !== 0 && (
      <span className={`block small ${direction > 0 ? 'text-good' : 'text-soft'}`}>
        <span>{direction > 0 ? text.more(difference) : text.less(difference)}</span>
        <span className="sr-only">{text.thanBefore}</span>
      </span>
    )}
  </>
);
