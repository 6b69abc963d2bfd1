// SPDX-License-Identifier: Apache-2.0
/**
 * The façade of the testkit module: what tests of actors need so that they neither sleep nor poll. It builds on the public
 * API of the core module only and offers its checks as AssertJ assertions.
 */
package io.troupe.testkit;
