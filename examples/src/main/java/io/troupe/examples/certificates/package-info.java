// SPDX-License-Identifier: Apache-2.0
/** Certificates for trying TLS out. Imports {@code cli}. */
package io.troupe.examples.certificates;
