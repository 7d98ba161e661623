import { useStore } from '@nanostores/react';
import { commonMessages } from '#messages/common.ts';
import { placeMessages as text } from '#messages/places.ts';
import { href } from '#routes.ts';
import {
  $isNameUnavailable,
  $isPlaceSaved,
  $pin,
  pinCurrentPosition,
  deleteLocation,
  setMyLocation,
} from '#stores/places/places.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { WithProfile } from '../accounts/WithProfile.tsx';
import { AddressField } from './AddressField.tsx';
import { PinMap } from './PinMap.tsx';

export const MyLocation = () => (
  <WithProfile height="h-[680px]">
    {() => (
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void setMyLocation.run();
        }}
      >
        <AddressField />
        <FindMeButton />
        <PinMap />
        <PinStatus />
        <LocationActions />
      </form>
    )}
  </WithProfile>
);

/** Only this button requests the browser's location. */
function FindMeButton() {
  const { status, error } = useStore(pinCurrentPosition.$state);
  return (
    <div className="grid gap-2">
      <Button
        kind="secondary"
        className="justify-self-start max-sm:w-full"
        busy={status === 'process'}
        busyLabel={text.findingMe}
        onClick={() => pinCurrentPosition.run()}
      >
        {text.findMe}
      </Button>
      <ErrorText error={error} />
    </div>
  );
}

/** Text alternative of the map. */
function PinStatus() {
  const pin = useStore($pin);
  const isNameUnavailable = useStore($isNameUnavailable);
  return (
    <p role="status" className="wrap-anywhere">
      <span>{pin ? text.chosen(pin.placeName) : text.noPin}</span>{' '}
      {pin && isNameUnavailable && <span>{text.nameUnavailable}</span>}
    </p>
  );
}

function LocationActions() {
  const { status, error } = useStore(setMyLocation.$state);
  const deletion = useStore(deleteLocation.$state);
  const isSaved = useStore($isPlaceSaved);
  return (
    <>
      <ErrorText error={error || deletion.error} />
      <div className="grid gap-2.5 sm:flex sm:flex-wrap">
        <Button type="submit" busy={status === 'process'}>
          {text.setMyLocation}
        </Button>
        <a className="button secondary" href={href('profileSettings')}>
          {commonMessages.goBack}
        </a>
        {isSaved && (
          <Button
            kind="text"
            className="sm:ml-auto"
            busy={deletion.status === 'process'}
            onClick={() => deleteLocation.run()}
          >
            {text.forget}
          </Button>
        )}
      </div>
    </>
  );
}
