// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two threads look up a key that has no object: both get the same one, whole. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "one object of the key")
@Outcome(expect = FORBIDDEN, desc = "two objects of one key, or none")
@State
public class MakeVersusMakeStress {
    private static final String KEY = "key";

    private final KeyTable<Object> table = new KeyTable<>();
    private @Nullable Object first;
    private @Nullable Object second;

    /** One. */
    @Actor
    public void one() {
        first = table.get(KEY, same -> new Object());
    }

    /** The other. */
    @Actor
    public void other() {
        second = table.get(KEY, same -> new Object());
    }

    /** Afterwards. */
    @Arbiter
    public void after(Z_Result result) {
        result.r1 = first != null && first == second && table.find(KEY) == first;
    }
}
