import type { ComponentProps } from 'react';
import type { ProviderName } from '#contract/payments.ts';
import type { PaymentOption } from '#stores/payments/providers/providers.ts';

interface MethodCardsProps extends Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onBlur'> {
  options: PaymentOption[];
  /** Note and amount of an option, which differ between a ticket and a fee. */
  describe: (option: PaymentOption) => { note: string; amount: string };
  chosen: ProviderName | '' | null;
  isLocked: boolean;
  onChoose: (name: ProviderName) => void;
}

export const MethodCards = ({
  options,
  describe,
  chosen,
  isLocked,
  onChoose,
  ...input
}: MethodCardsProps) =>
  options.map((option) => {
    const { name, label } = option;
    const isChosen = name === chosen;
    return (
      <RadioCard
        key={name}
        {...input}
        {...describe(option)}
        label={label}
        value={name}
        checked={isChosen}
        disabled={isLocked && !isChosen}
        onChange={() => onChoose(name)}
      />
    );
  });

const CARD_CLASSES =
  'grid min-h-19 cursor-pointer grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-3.5 rounded-control bg-surface lg:gap-4.5';
const PLAIN_CLASSES = 'border border-control-border p-4 lg:p-5';
const CHOSEN_CLASSES = 'border-2 border-action p-[15px] lg:p-[19px]';

interface RadioCardProps extends ComponentProps<'input'> {
  label: string;
  note: string;
  /** A price or another short text. */
  amount: string;
}

const RadioCard = ({ label, note, amount, checked, ...input }: RadioCardProps) => (
  <label className={`${CARD_CLASSES} ${checked ? CHOSEN_CLASSES : PLAIN_CLASSES}`}>
    <input {...input} type="radio" checked={checked} />
    <span>
      <b className="block font-[650]">{label}</b>
      <small className="text-soft block text-14 leading-[1.4]">{note}</small>
    </span>
    <span className="font-tall text-24 leading-none font-bold max-[20rem]:col-start-2">
      {amount}
    </span>
  </label>
);
