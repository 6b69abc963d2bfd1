// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.line;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.line.Line;
import io.troupe.core.line.LineBuilder;
import io.troupe.core.line.Lines;

/** Lines of so many stages: the workloads on Troupe. */
public final class Stages {
    private final int stages;
    private final int elements;
    private final int slots;

    /**
     * Lines of a length.
     *
     * @param stages the one that adds up included
     * @param elements of a batch
     */
    public Stages(int stages, int elements) {
        this(stages, elements, Element.SLOTS);
    }

    /**
     * Lines of a length, with a ring of a size.
     *
     * @param stages the one that adds up included
     * @param elements of a batch
     * @param slots of the ring, a power of 2
     */
    public Stages(int stages, int elements, int slots) {
        this.stages = stages;
        this.elements = elements;
        this.slots = slots;
    }

    static Stages of(int stages) {
        return new Stages(stages, Batch.MESSAGES);
    }

    /** Each stage in a cell of its own. */
    public Workload apart(ActorSystem system) {
        return line(system, true);
    }

    /** All stages in one cell. */
    public Workload fused(ActorSystem system) {
        return line(system, false);
    }

    private Workload line(ActorSystem system, boolean apart) {
        Completion completion = new Completion();
        Element.Sum sum = new Element.Sum(completion, stages, elements);
        LineBuilder<Element> builder = Lines.of(Element::new, slots).singleProducer();
        for (int i = 1; i < stages; i++) {
            builder.stage("stage-" + i, Element::pass);
            if (apart) {
                builder.async();
            }
        }
        Line<Element> line = builder.stage("sum", sum::add).start(system);
        return () -> {
            for (int i = 0; i < elements; i++) {
                int value = i;
                line.publish(element -> element.begin(value));
            }
            return completion.await(Element.sumBelow(elements));
        };
    }
}
