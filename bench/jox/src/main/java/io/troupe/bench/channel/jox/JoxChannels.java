// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel.jox;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import com.softwaremill.jox.SelectClause;
import io.troupe.bench.channel.BlockingChannels;
import java.util.List;

/** Channels of jox. Its select prefers the first channel. */
public final class JoxChannels implements BlockingChannels {
    /** Made by name, because it is only there when Java 21 or later has built it. */
    public JoxChannels() {}

    @Override
    public Handover open(int capacity) {
        return new Blocking(capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity));
    }

    @Override
    public boolean canSelect() {
        return true;
    }

    @Override
    public Selection among(List<Handover> channels) {
        List<Channel<Integer>> all =
                channels.stream().map(each -> ((Blocking) each).channel).toList();
        return () -> {
            @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type arguments
            SelectClause<Integer>[] clauses = new SelectClause[all.size()];
            for (int i = 0; i < clauses.length; i++) {
                clauses[i] = all.get(i).receiveClause();
            }
            return Select.select(clauses);
        };
    }

    private record Blocking(Channel<Integer> channel) implements Handover {
        @Override
        public void put(Integer element) throws InterruptedException {
            channel.send(element);
        }

        @Override
        public Integer take() throws InterruptedException {
            return channel.receive();
        }
    }
}
