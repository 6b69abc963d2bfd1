// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.bench.harness.Completion;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What all the actors of this package do, in Pekko. */
final class PekkoFilterBank {
    private PekkoFilterBank() {}

    static Behavior<Pace> producer(Bank bank, ActorRef<Request> source) {
        return Behaviors.setup(context -> {
            ActorRef<Pace> self = context.getSelf();
            int[] sent = {0};
            return Behaviors.receiveMessage(pace -> {
                if (pace instanceof Begin) {
                    sent[0] = 0;
                }
                source.tell(sent[0]++ < bank.samples() ? new Next(self) : new Stop());
                return Behaviors.same();
            });
        });
    }

    static Behavior<Request> source(ActorRef<Signal> splitter) {
        return Behaviors.setup(context -> {
            int[] number = {0};
            return Behaviors.receiveMessage(request -> {
                if (request instanceof Next next) {
                    splitter.tell(new Sample(Bank.sample(number[0]++)));
                    next.replyTo().tell(new Sent());
                } else {
                    splitter.tell(new End());
                    number[0] = 0;
                }
                return Behaviors.same();
            });
        });
    }

    static Behavior<Signal> splitter(List<ActorRef<Signal>> channels) {
        return Behaviors.receiveMessage(signal -> {
            channels.forEach(channel -> channel.tell(signal));
            return Behaviors.same();
        });
    }

    static Behavior<Signal> stage(Kernel kernel, ActorRef<Signal> next) {
        return Behaviors.receiveMessage(signal -> {
            if (signal instanceof Sample sample) {
                next.tell(new Sample(kernel.apply(sample.value())));
            } else {
                kernel.reset();
                next.tell(signal);
            }
            return Behaviors.same();
        });
    }

    static Behavior<Signal> tagger(int channel, ActorRef<Tagged> integrator) {
        return Behaviors.receiveMessage(signal -> {
            integrator.tell(
                    signal instanceof Sample sample ? new TaggedSample(channel, sample.value()) : new TaggedEnd());
            return Behaviors.same();
        });
    }

    static Behavior<Tagged> integrator(int channels, ActorRef<Combined> combiner) {
        return Behaviors.setup(context -> {
            Rows rows = new Rows(channels);
            return Behaviors.receiveMessage(tagged -> {
                if (tagged instanceof TaggedSample sample) {
                    double[] row = rows.add(sample.channel(), sample.value());
                    if (row != null) {
                        combiner.tell(new Row(row));
                    }
                } else if (rows.end()) {
                    combiner.tell(new CombinedEnd());
                }
                return Behaviors.same();
            });
        });
    }

    static Behavior<Combined> combiner(ActorRef<Signal> sink) {
        return Behaviors.receiveMessage(combined -> {
            sink.tell(combined instanceof Row row ? new Sample(Bank.combine(row.values())) : new End());
            return Behaviors.same();
        });
    }

    static Behavior<Signal> sink(Completion completion) {
        return Behaviors.setup(context -> {
            long[] fingerprint = {0};
            return Behaviors.receiveMessage(signal -> {
                if (signal instanceof Sample sample) {
                    fingerprint[0] = Bank.fingerprint(fingerprint[0], sample.value());
                } else {
                    long all = fingerprint[0];
                    fingerprint[0] = 0;
                    completion.complete(all);
                }
                return Behaviors.same();
            });
        });
    }

    /** What the producer hears. */
    sealed interface Pace permits Begin, Sent {}

    /** Starts a run. */
    record Begin() implements Pace {}

    /** The source has sent a sample. */
    record Sent() implements Pace {}

    /** What the source hears. */
    sealed interface Request permits Next, Stop {}

    /** One sample more. */
    record Next(ActorRef<Pace> replyTo) implements Request {}

    /** No more samples. */
    record Stop() implements Request {}

    /** What travels in a channel. */
    sealed interface Signal permits Sample, End {}

    /** A sample. */
    record Sample(double value) implements Signal {}

    /** The signal is over. */
    record End() implements Signal {}

    /** What the integrator hears. */
    sealed interface Tagged permits TaggedSample, TaggedEnd {}

    /** A sample of a channel. */
    record TaggedSample(int channel, double value) implements Tagged {}

    /** A channel is over. */
    record TaggedEnd() implements Tagged {}

    /** What the combiner hears. */
    sealed interface Combined permits Row, CombinedEnd {}

    /** One sample of each channel; nobody changes it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Row(double[] values) implements Combined {}

    /** All channels are over. */
    record CombinedEnd() implements Combined {}
}
