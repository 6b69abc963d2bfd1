// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.openjdk.jmh.annotations.Param;

/** Filter bank; per run, which has seven messages per sample and channel and some more per sample. */
public class FilterBankBenchmark extends SavinaBenchmark {
    /** Of the bank. */
    @Param("8")
    public int channels = 8;

    /** Coefficients of a filter. */
    @Param("128")
    public int taps = 128;

    /** Of the signal. */
    @Param("2000")
    public int samples = 2_000;

    /** JMH makes it and sets its sizes. */
    public FilterBankBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Bank bank = new Bank(channels, taps, samples);
        Completion completion = new Completion();
        Samples sink = system.spawn(Samples.class, () -> new Sink(completion));
        Combiner combiner = system.spawn(Combiner.class, () -> new Combiner(sink));
        Integrator integrator = system.spawn(Integrator.class, () -> new Integrator(channels, combiner));
        List<Samples> heads = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            int tag = channel;
            Samples next = system.spawn(Samples.class, () -> new Tagger(tag, integrator));
            List<Kernel> kernels = bank.channel(channel);
            for (int i = kernels.size() - 1; i >= 0; i--) {
                Kernel kernel = kernels.get(i);
                Samples after = next;
                next = system.spawn(Samples.class, () -> new Stage(kernel, after));
            }
            heads.add(next);
        }
        Samples splitter = system.spawn(Samples.class, () -> new Splitter(heads));
        Source source = system.spawn(Source.class, () -> new Source(splitter));
        Producer producer = system.spawn(Producer.class, () -> new Producer(bank, source));
        long expected = expected();
        return () -> {
            producer.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Bank bank = new Bank(channels, taps, samples);
        Completion completion = new Completion();
        var sink = pekko.spawnTyped(PekkoFilterBank.sink(completion));
        var combiner = pekko.spawnTyped(PekkoFilterBank.combiner(sink));
        var integrator = pekko.spawnTyped(PekkoFilterBank.integrator(channels, combiner));
        List<ActorRef<PekkoFilterBank.Signal>> heads = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            ActorRef<PekkoFilterBank.Signal> next = pekko.spawnTyped(PekkoFilterBank.tagger(channel, integrator));
            List<Kernel> kernels = bank.channel(channel);
            for (int i = kernels.size() - 1; i >= 0; i--) {
                next = pekko.spawnTyped(PekkoFilterBank.stage(kernels.get(i), next));
            }
            heads.add(next);
        }
        var source = pekko.spawnTyped(PekkoFilterBank.source(pekko.spawnTyped(PekkoFilterBank.splitter(heads))));
        var producer = pekko.spawnTyped(PekkoFilterBank.producer(bank, source));
        long expected = expected();
        return () -> {
            producer.tell(new PekkoFilterBank.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Bank(channels, taps, samples).expected();
    }
}
