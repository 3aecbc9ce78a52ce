/** Copies a value and shares the page, where the browser can; the words are those of the body. Without it a tap on a value selects it. */
export const PAGE_SCRIPT =
  '{let d=document,w=d.body.dataset,n=navigator;n.clipboard&&d.querySelectorAll(".a").forEach(e=>{let b=d.createElement("button"),t=e.textContent;b.textContent=w.copy;b.onclick=()=>n.clipboard.writeText(t).then(()=>{b.textContent=w.copied});e.append(b)});let s=d.querySelector("footer button");n.share&&(s.hidden=!1,s.onclick=()=>n.share({title:d.title,url:location.href}).catch(()=>{}))}'
