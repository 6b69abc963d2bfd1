// SPDX-License-Identifier: Apache-2.0
/** Stress tests of what may wait, in the package of the classes that they test. */
package io.troupe.dispatch.mailbox;
