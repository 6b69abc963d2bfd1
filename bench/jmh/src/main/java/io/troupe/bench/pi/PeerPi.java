// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import java.util.ArrayList;
import java.util.List;

/** What {@link ActorPi} does, on a peer. */
final class PeerPi {
    private final Total total;
    private final int slices;
    private final int terms;
    private final List<Recipient<Slice>> slicers = new ArrayList<>();

    PeerPi(Peer peer, Job job) {
        slices = job.slices();
        terms = job.terms();
        total = new Total(slices);
        Recipient<Result> accumulator = peer.spawn((result, self) -> total.add(result.value()));
        for (int i = 0; i < Batch.WORKERS; i++) {
            slicers.add(peer.spawn((slice, self) -> onSlice(slice, self, accumulator)));
        }
    }

    private void onSlice(Slice slice, Recipient<Slice> self, Recipient<Result> accumulator) {
        accumulator.tell(new Result(Job.slice(slice.number(), terms)));
        int step = slice.step();
        if (step > 0 && slice.number() + step < slices) {
            self.tell(new Slice(slice.number() + step, step));
        }
    }

    Workload fed() {
        return () -> {
            for (int i = 0; i < slices; i++) {
                slicers.get(i % slicers.size()).tell(new Slice(i, 0));
            }
            return total.await();
        };
    }

    Workload selfFed() {
        return () -> {
            for (int i = 0; i < slicers.size(); i++) {
                slicers.get(i).tell(new Slice(i, slicers.size()));
            }
            return total.await();
        };
    }

    /**
     * A job.
     *
     * @param number of the slice
     * @param step to the next one of the same slicer; 0 if somebody else sends it
     */
    record Slice(int number, int step) {}

    /** The sum of one. */
    record Result(double value) {}
}
