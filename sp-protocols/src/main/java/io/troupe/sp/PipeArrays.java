// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.transport.Pipe;
import java.util.Arrays;

/** Arrays of pipes that are replaced when they change, so that they can be read without a lock. */
final class PipeArrays {
    private PipeArrays() {}

    /** These and another one. */
    static Pipe[] with(Pipe[] some, Pipe another) {
        Pipe[] more = Arrays.copyOf(some, some.length + 1);
        more[some.length] = another;
        return more;
    }

    /** These without one. */
    static Pipe[] without(Pipe[] some, Pipe one) {
        return Arrays.stream(some).filter(other -> other != one).toArray(Pipe[]::new);
    }
}
