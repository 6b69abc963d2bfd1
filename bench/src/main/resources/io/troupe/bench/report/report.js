/* SPDX-License-Identifier: Apache-2.0 */
Chart.defaults.color = getComputedStyle(document.body).color;
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.plugins.legend.labels.usePointStyle = true;
/* Bands have no name. */
Chart.defaults.plugins.legend.labels.filter = item => item.text !== '';
Chart.defaults.plugins.tooltip.filter = item => item.dataset.label !== '';
document.querySelectorAll('figure.chart').forEach(figure => {
  const specification = JSON.parse(figure.querySelector('script').textContent);
  new Chart(figure.querySelector('canvas'), specification);
});
