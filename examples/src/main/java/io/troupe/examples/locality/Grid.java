// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.dispatch.Dispatcher;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.locality.Experiment.Outcome;
import io.troupe.examples.locality.Experiment.Setup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Runs the experiment on rows and dispatchers. All dispatchers of a row work on the same memory, one after the other. */
final class Grid {
    private static final Row SMALL = new Row(24, 64);

    private final Setup setup;
    private final Memory.Variant variant;
    private final Function<DispatcherKind, Dispatcher> opener;
    private final Progress progress;

    /**
     * For one run of the program.
     *
     * @param opener starts a dispatcher's threads
     */
    Grid(Setup setup, Memory.Variant variant, Function<DispatcherKind, Dispatcher> opener, Progress progress) {
        this.setup = setup;
        this.variant = variant;
        this.opener = opener;
        this.progress = progress;
    }

    /** Once before all rows: the first dispatcher would otherwise meet a virtual machine that knows no other. */
    void warmUp(Collection<DispatcherKind> kinds) {
        measure(SMALL, kinds, "warm-up");
    }

    /** A row: one figure per dispatcher. */
    List<Figure> measure(Row row, Collection<DispatcherKind> kinds) {
        return measure(row, kinds, row.toString());
    }

    private List<Figure> measure(Row row, Collection<DispatcherKind> kinds, String name) {
        List<Memory> memories = row.allocate(variant);
        System.gc(); // the collector moves the memory now, and not while the time is taken
        List<Figure> figures = new ArrayList<>();
        for (DispatcherKind kind : kinds) {
            progress.next(name + ", " + kind);
            Outcome outcome = Experiment.run(setup, opener.apply(kind), memories);
            figures.add(Figure.of(kind.toString(), row, outcome));
        }
        Experiment.verify(memories);
        return figures;
    }
}
