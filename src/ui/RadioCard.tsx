import type { ComponentProps } from 'react';

const card =
  'grid min-h-19 cursor-pointer grid-cols-[22px_1fr_auto] items-center gap-3.5 rounded-control bg-sheet lg:gap-4.5';
const plain = 'border border-edge p-4 lg:p-5';
const chosen = 'border-2 border-act p-[15px] lg:p-[19px]';

interface RadioCardProps extends ComponentProps<'input'> {
  label: string;
  note: string;
  /** What it costs, or another word that stands out. */
  amount: string;
}

/** One of a few, each with a sentence of its own; the whole card is its label. */
export const RadioCard = ({ label, note, amount, checked, ...input }: RadioCardProps) => (
  <label className={`${card} ${checked ? chosen : plain}`}>
    <input {...input} type="radio" checked={checked} />
    <span>
      <b className="block font-[650]">{label}</b>
      <small className="soft block text-[14px] leading-[1.4]">{note}</small>
    </span>
    <span className="font-tall text-[24px] leading-none font-bold">{amount}</span>
  </label>
);
