// SPDX-License-Identifier: Apache-2.0
/** A cluster of several members for one test: {@link io.troupe.cluster.testkit.TestCluster}. */
package io.troupe.cluster.testkit;
