/* SPDX-License-Identifier: Apache-2.0 */
/* The floor within a process: a ring of slots into which messages are copied, and slots for one request each. */
#ifndef TROUPE_SP_MEMORY_H
#define TROUPE_SP_MEMORY_H

#include "driver.h"

extern const struct stack memory_stack;

#endif
