// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.process.Parent;
import io.troupe.bench.sp.measure.Role;
import io.troupe.bench.sp.measure.RoleRunner;
import io.troupe.bench.sp.stack.Job;
import java.util.List;

/** The program of one role of a stack of the virtual machine; started by {@link SpMain}, not by hand. */
public final class RoleMain {
    private RoleMain() {}

    /** Runs {@code STACK ROLE ADDRESS BYTES THREADS WARM-UP-MILLIS WINDOW-MILLIS}. */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        try {
            Job job = Job.of(arguments.subList(2, arguments.size()));
            new RoleRunner(Stacks.javaStack(arguments.get(0)), job).main(Role.of(arguments.get(1)));
        } catch (RuntimeException e) {
            System.out.println(Parent.ERROR + e);
            System.exit(1);
        }
    }
}
