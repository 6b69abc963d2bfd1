// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.nio.file.Path;

/**
 * Looks at the machine before and after one measured piece. A piece may take any time, but below half a second the
 * kernel's counters are too coarse to judge it. One thread; take the samples while nothing of this program starts or ends.
 *
 * <pre>
 *   Watch watch = Watch.start();
 *   …
 *   Disturbance disturbance = watch.stop();
 * </pre>
 */
public final class Watch {
    private final Tree tree;
    private final ControlGroup group;
    private final Sample before;

    private Watch(Tree tree) {
        this.tree = tree;
        this.group = ControlGroup.of(tree);
        this.before = Sample.of(tree, group);
    }

    /** Takes the first sample of this machine. */
    public static Watch start() {
        return start(Path.of("/"));
    }

    /**
     * Takes the first sample of the machine whose files are below a directory.
     *
     * @param root read again at the end
     */
    public static Watch start(Path root) {
        return new Watch(new Tree(root));
    }

    /** What happened since the start. May be called again: it then tells about the whole time. */
    public Disturbance stop() {
        return Disturbance.between(before, Sample.of(tree, group));
    }
}
