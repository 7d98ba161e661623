import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Channel } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { channels, openChannels } from '#stores/producer/producer.ts';
import { EmptyBox, ListFooter } from '../loading/LoadStates.tsx';
import { AllSales } from './AllSales.tsx';
import { Card, CardGrid } from './CardGrid.tsx';
import { ProducerPage } from './ProducerPage.tsx';

/**
 * My Channels (spec §2), with the figures of all films. Chosen: Go Back leads home, where the
 * Dashboard link was.
 */
export function Channels() {
  const state = useStore(channels.$state);
  useEffect(() => void openChannels(), []);
  return (
    <ProducerPage back={href('home')} title={text.channels}>
      {state.status !== 'noData' && (
        <>
          <AllSales />
          <h2 className="mb-4.5 heading-3">{text.channelList}</h2>
        </>
      )}
      <CardGrid
        state={state}
        shape="square"
        keyOf={({ channelId }) => channelId}
        card={ChannelCard}
      />
      <ListFooter
        state={state}
        list={channels}
        empty={<EmptyBox title={text.noChannels} sentence={text.noChannelsNote} />}
        error={{ sentence: text.listFailed }}
      />
    </ProducerPage>
  );
}

const ChannelCard = ({ channelId, channelName, channelImage }: Channel) => (
  <Card href={href('producerMovies', { channel_id: channelId })} image={channelImage} kind="banner">
    <span className="name" dir="auto">
      {channelName}
    </span>
  </Card>
);
