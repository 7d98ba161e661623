/** An amount, and amounts in further currencies below it. */
export const CellLines = ({ lines: [first, ...further] }: { lines: string[] }) => (
  <>
    <span>{first}</span>
    {further.map((line) => (
      <span key={line} className="block text-soft">
        {line}
      </span>
    ))}
  </>
);
