import { useStore } from '@nanostores/react';
import { placeMessages as text } from '#messages/places.ts';
import { $address, choosePlace, typeAddress } from '#stores/places/places.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import { SearchStatus, useCombobox, usePopup } from '#ui/Picker.tsx';
import { useSilentInput } from '../use-silent-input.ts';

export function AddressField() {
  useSilentInput();
  const { typed, places, status } = useStore($address);
  const popup = usePopup();
  const list = useCombobox(popup, { count: places.length });
  return (
    <div {...popup.rootProps} className="relative">
      <FieldFrame label={text.address} hint={text.addressHint}>
        {(controlProps) => (
          <input
            {...controlProps}
            {...list.inputProps}
            className="control"
            dir="auto"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              list.activate(-1);
              typeAddress(event.target.value);
            }}
          />
        )}
      </FieldFrame>
      <SearchStatus
        status={status}
        texts={{
          process: text.searching,
          noData: text.noPlaces,
          error: text.searchUnavailable,
          success: text.placesFound(places.length),
        }}
        className="small mt-1.5"
      />
      <ul
        {...list.listProps}
        className="popup top-20 max-h-85 overflow-y-auto"
        aria-label={text.suggestions}
      >
        {places.map((place, index) => (
          <li
            key={`${place.latitude} ${place.longitude}`}
            {...list.optionProps(index)}
            className="wrap-anywhere"
            dir="auto"
            onClick={() => choosePlace(place)}
          >
            {place.placeName}
          </li>
        ))}
      </ul>
    </div>
  );
}
