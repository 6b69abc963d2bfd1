// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Select;
import io.troupe.core.promise.Promise;
import java.util.List;

/** Adds up what it receives, and reports when it is a batch. */
class ChannelDrain extends Actor<ChannelDrain> {
    private final List<? extends Receiver<Integer>> from;
    private final int batch;
    private final Completion completion;
    private final Way way;
    private int count;
    private long sum;

    /** How it receives. */
    enum Way {
        EACH,
        REPEAT,
        ONCE
    }

    ChannelDrain(List<? extends Receiver<Integer>> from, int batch, Completion completion, Way way) {
        this.from = from;
        this.batch = batch;
        this.completion = completion;
        this.way = way;
    }

    @Override
    protected Promise<?> onStart() {
        switch (way) {
            case EACH -> from.get(0).each(this::add);
            case REPEAT -> select().repeat();
            case ONCE -> next();
        }
        return Promise.done();
    }

    private Select<Integer> select() {
        Select<Integer> select = Select.fair().receive(from.get(0), this::add);
        from.subList(1, from.size()).forEach(receiver -> select.receive(receiver, this::add));
        return select;
    }

    /** Reports a batch when the last select has ended: or a continuation would wait when the system closes. */
    private void next() {
        Select<Integer> select = Select.fair().receive(from.get(0), element -> element);
        from.subList(1, from.size()).forEach(receiver -> select.receive(receiver, element -> element));
        select.once().then(element -> {
            next();
            add(element);
        });
    }

    private int add(int element) {
        sum += element;
        if (++count == batch) {
            long all = sum;
            count = 0;
            sum = 0;
            completion.complete(all);
        }
        return element;
    }

    /** One of several receivers; ends with the channel. */
    static class Shared extends Actor<Shared> {
        private final Receiver<Integer> from;
        private final Parts parts;
        private long sum;

        Shared(Receiver<Integer> from, Parts parts) {
            this.from = from;
            this.parts = parts;
        }

        @Override
        protected Promise<?> onStart() {
            from.each(element -> sum += element).then(end -> {
                context().stop();
                parts.complete(sum);
            });
            return Promise.done();
        }
    }
}
