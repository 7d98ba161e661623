import type { ComponentProps } from 'react';
import type { ProviderName } from '#contract/payments.ts';
import type { PaymentOption } from '#stores/payment-providers/providers.ts';
import { RadioCard } from '#ui/RadioCard.tsx';

interface MethodCardsProps extends Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onBlur'> {
  options: PaymentOption[];
  /** Note and amount of an option, which differ between a ticket and a fee. */
  describe: (option: PaymentOption) => { note: string; amount: string };
  chosen: ProviderName | '' | null;
  isLocked: boolean;
  onChoose: (name: ProviderName) => void;
}

export const MethodCards = ({ options, describe, chosen, isLocked, onChoose, ...input }: MethodCardsProps) =>
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
