// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.Test;

/** The rules for publishers, with patience where the kit looks only once. */
public abstract class PatientPublisherRules extends FlowPublisherVerification<Integer> {
    private static final long PATIENCE_MILLIS = 10_000;

    /** How long nothing may come; shorter in rounds, where many rules wait for it. */
    private static final long SILENCE_MILLIS = TckRounds.ROUNDS == 1 ? 200 : 20;

    /** When an error must be there: the kit looks only once, although it says that it looks until its patience ends. */
    private static final long ERROR_MILLIS = TckRounds.ROUNDS == 1 ? 200 : 500;

    /** The rule about references waits as long as they may stay, and then looks once; so it is tried several times. */
    private static final long REFERENCES_MILLIS = 500;

    private static final int REFERENCES_TRIES = 20;

    private final TestEnvironment environment;

    PatientPublisherRules() {
        this(environment());
    }

    private PatientPublisherRules(TestEnvironment environment) {
        super(environment, REFERENCES_MILLIS);
        this.environment = environment;
    }

    static TestEnvironment environment() {
        return new TestEnvironment(PATIENCE_MILLIS, SILENCE_MILLIS, ERROR_MILLIS);
    }

    @Override
    @Test
    public void required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber()
            throws Throwable {
        for (int tries = 1; ; tries++) {
            try {
                super.required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber();
                return;
            } catch (AssertionError e) {
                if (tries == REFERENCES_TRIES) {
                    throw e;
                }
                environment.clearAsyncErrors();
            }
        }
    }
}
