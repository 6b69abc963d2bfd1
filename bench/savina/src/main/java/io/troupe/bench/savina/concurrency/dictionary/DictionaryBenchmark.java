// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.openjdk.jmh.annotations.Param;

/** Workers read and write a hash map that belongs to one actor; each waits for its answer before it goes on. */
public class DictionaryBenchmark extends SavinaBenchmark {
    /** Workers. The paper: 20. */
    @Param("20")
    public int workers;

    /** Requests of each worker. The paper: 10,000. */
    @Param("10000")
    public int requests;

    /** How many of 100 requests write. The paper: 10. */
    @Param("10")
    public int writePercent;

    /** Keys in the map. */
    @Param("65536")
    public int keys;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Sizes sizes = sizes();
        Parts parts = new Parts(workers);
        Completion completion = new Completion();
        Dictionary dictionary = system.spawn(Dictionary.class, () -> new Dictionary(keys, completion));
        List<Worker> all = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            Requests own = new Requests(sizes, parts, i);
            all.add(system.spawn(Worker.class, () -> new Worker(dictionary, own)));
        }
        return checked(parts, completion, run -> all.forEach(worker -> worker.begin(run)), dictionary::report);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Sizes sizes = sizes();
        Parts parts = new Parts(workers);
        Completion completion = new Completion();
        Recipient<PeerDictionary.Message> dictionary = pekko.spawn(new PeerDictionary(keys, completion));
        List<Recipient<PeerWorker.Message>> all = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            all.add(pekko.spawn(new PeerWorker(dictionary, new Requests(sizes, parts, i))));
        }
        return checked(
                parts,
                completion,
                run -> all.forEach(worker -> worker.tell(new PeerWorker.Begin(run))),
                () -> dictionary.tell(new PeerDictionary.Report()));
    }

    /** Runs, counts the right answers, and asks for the sum of all values: no write is lost or made up. */
    private Workload checked(Parts parts, Completion completion, IntConsumer begin, Runnable report) {
        Sizes sizes = sizes();
        int written = written(sizes);
        long atFirst = (long) keys * (keys - 1) / 2;
        int[] runs = {0};
        return () -> {
            int run = ++runs[0];
            begin.accept(run);
            long answers = parts.await(sizes.answers());
            report.run();
            completion.await(atFirst + (long) written * run);
            return answers;
        };
    }

    /** How many keys are written in a run: each has the number of the run added. */
    private static int written(Sizes sizes) {
        BitSet written = new BitSet(sizes.keys());
        for (int worker = 0; worker < sizes.workers(); worker++) {
            Requests requests = new Requests(sizes, new Parts(1), worker);
            requests.begin(0);
            do {
                if (requests.write()) {
                    written.set(requests.key());
                }
            } while (requests.next(0));
        }
        return written.cardinality();
    }

    private Sizes sizes() {
        return new Sizes(workers, requests, writePercent, keys);
    }
}
