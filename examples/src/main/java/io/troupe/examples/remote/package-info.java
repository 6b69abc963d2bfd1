// SPDX-License-Identifier: Apache-2.0
/** The smallest program of two systems that call each other. */
package io.troupe.examples.remote;
