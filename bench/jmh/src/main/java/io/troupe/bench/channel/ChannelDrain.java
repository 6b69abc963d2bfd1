// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Select;
import io.troupe.core.promise.Promise;
import java.util.List;

/** Counts what it receives, and reports when it is a batch. */
class ChannelDrain extends Actor<ChannelDrain> {
    private final List<? extends Receiver<Integer>> from;
    private final int batch;
    private final Completion completion;
    private final Way way;
    private int count;

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
            case EACH -> from.get(0).each(this::count);
            case REPEAT -> select().repeat();
            case ONCE -> next();
        }
        return Promise.done();
    }

    private Select<Integer> select() {
        Select<Integer> select = Select.fair().receive(from.get(0), this::count);
        from.subList(1, from.size()).forEach(receiver -> select.receive(receiver, this::count));
        return select;
    }

    /** Reports a batch when the last select has ended: or a continuation would wait when the system closes. */
    private void next() {
        Select<Integer> select = Select.fair().receive(from.get(0), element -> element);
        from.subList(1, from.size()).forEach(receiver -> select.receive(receiver, element -> element));
        select.once().then(element -> {
            next();
            count(element);
        });
    }

    private int count(int element) {
        if (++count == batch) {
            count = 0;
            completion.complete(batch);
        }
        return element;
    }
}
