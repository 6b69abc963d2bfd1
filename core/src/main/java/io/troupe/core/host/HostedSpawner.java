// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

/** What users have of a system, as the packages below the façade see it. Any thread. */
public interface HostedSpawner {
    /** The system. */
    OutletHost host();
}
