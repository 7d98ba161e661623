import { accountMessages as text } from '#messages/accounts.ts';
import { RadioGroup } from '#ui/RadioGroup.tsx';

const genders = [
  { value: 0, label: text.male },
  { value: 1, label: text.female },
];

/** For the `render` prop of react-hook-form's Controller. */
export const GenderField = ({ field }: { field: { value: number; onChange: (value: number) => void } }) => (
  <RadioGroup label={text.gender} choices={genders} value={field.value} onChange={field.onChange} />
);
