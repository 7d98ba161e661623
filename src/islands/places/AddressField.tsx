import { useStore } from '@nanostores/react';
import { useId, useState, type KeyboardEvent } from 'react';
import { placeMessages as text } from '#messages/places.ts';
import { $address, choosePlace, typeAddress, type AddressState, type Place } from '#stores/places.ts';
import { fieldAria, FieldFrame } from '#ui/FieldFrame.tsx';

/** ARIA APG "combobox with list autocomplete". */
export function AddressField() {
  const { typed, places, status } = useStore($address);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const id = useId();
  const isListed = isOpen && places.length > 0;
  const optionId = (index: number) => `${id}-option-${index}`;

  const choose = (place: Place | undefined) => {
    if (place) choosePlace(place);
    setOpen(false);
    setChosen(-1);
  };
  const step = (by: number) => {
    setOpen(true);
    if (places.length > 0) setChosen((chosen + by + places.length + (chosen < 0 && by < 0 ? 1 : 0)) % places.length);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...(isListed && { Enter: () => choose(places[Math.max(chosen, 0)]) }),
    ...(isListed && { Escape: () => setOpen(false) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="relative" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <FieldFrame id={id} label={text.address} hint={text.addressHint}>
        <input
          {...fieldAria(id, { hint: text.addressHint })}
          id={id}
          className="box"
          dir="auto"
          role="combobox"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-activedescendant={isListed && chosen >= 0 ? optionId(chosen) : undefined}
          onChange={(event) => {
            setOpen(true);
            setChosen(-1);
            typeAddress(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </FieldFrame>
      <SearchStatus status={status} count={places.length} />
      <ul
        id={`${id}-list`}
        className="absolute inset-x-0 top-20 z-30 max-h-85 overflow-y-auto rounded-control border border-edge bg-sheet py-1.5 shadow-[0_18px_34px_-18px_rgb(31_18_22/0.5)]"
        role="listbox"
        aria-label={text.suggestions}
        hidden={!isListed}
      >
        {places.map((place, index) => (
          <li
            key={`${place.latitude} ${place.longitude}`}
            id={optionId(index)}
            className="flex min-h-11.5 cursor-pointer items-center px-3.5 py-1.5 wrap-anywhere hover:bg-tint aria-selected:bg-tint"
            role="option"
            aria-selected={index === chosen}
            dir="auto"
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
          >
            {place.placeName}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The count is for screen readers only. */
function SearchStatus({ status, count }: Pick<AddressState, 'status'> & { count: number }) {
  const texts: Record<string, string> = {
    process: text.searching,
    noData: text.noPlaces,
    error: text.searchUnavailable,
    success: text.placesFound(count),
  };
  return (
    <p role="status" className={status === 'success' ? 'sr' : 'sm mt-1.5'}>
      {texts[status]}
    </p>
  );
}
