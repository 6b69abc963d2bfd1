// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads look a key up while the owner of its object lets go of it and holds it again: all have the same object. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "one object of the key")
@Outcome(expect = FORBIDDEN, desc = "two objects of one key that somebody could use")
@State
public class GetVersusPassivateStress {
    private static final String KEY = "key";

    private final KeyTable<Object> table = new KeyTable<>();
    private final Object object = table.get(KEY, same -> new Object());

    /** Somebody who calls. */
    @Actor
    public void get(III_Result result) {
        result.r1 = table.get(KEY, same -> new Object()) == object ? 1 : 2;
    }

    /** Somebody else. */
    @Actor
    public void find(III_Result result) {
        result.r2 = table.find(KEY) == object ? 1 : 2;
    }

    /** The owner in its turns: active, passive, active, passive. */
    @Actor
    public void turns() {
        table.hold(KEY, object);
        table.letGo(KEY, object);
        table.forgetGone();
        table.hold(KEY, object);
        table.letGo(KEY, object);
    }

    /** Afterwards. */
    @Arbiter
    public void after(III_Result result) {
        result.r3 = table.get(KEY, same -> new Object()) == object && table.size() == 1 ? 1 : 2;
    }
}
