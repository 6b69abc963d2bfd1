// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress;

import java.util.SortedSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Starts jcstress, with its options, but without the modes that have biased locking. Where Java knows that flag, jcstress
 * doubles each mode by it; Java 17 has it off, and later versions have none.
 */
public final class WithoutBiasedLocking {
    private WithoutBiasedLocking() {}

    /**
     * Runs the tests; a failed one ends in an exception.
     *
     * @param args options of jcstress
     */
    public static void main(String[] args) throws Exception {
        Options options = new Options(args);
        if (!options.parse()) {
            System.exit(1);
        }
        new JCStress(options) {
            /** Asked for after the modes have been found, and before they are combined with tests. */
            @Override
            public SortedSet<String> getTests() {
                VMSupport.getAvailableVMConfigs()
                        .removeIf(mode -> mode.origArgs().contains("-XX:+UseBiasedLocking"));
                return super.getTests();
            }
        }.run();
    }
}
