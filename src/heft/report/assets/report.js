/* heft (Apache-2.0), three.js (MIT), uPlot (MIT); see LICENSE.three and LICENSE.uplot of heft */
(()=>{var{getContext:qg}=HTMLCanvasElement.prototype;HTMLCanvasElement.prototype.getContext=function(i,t){return qg.call(this,i,i==="2d"?{...t,willReadFrequently:!0}:t)};var Oi={alone:{sign:"\u2605",word:"alone"},combination:{sign:"\u25CB",word:"in combination",brief:"combined"},never:{sign:"\u2715",word:"not identifiable",brief:"no"}},bf={data:"data",combination:"data and prior",prior:"prior"};function Wn(i,t=4){if(i==null||!Number.isFinite(i))return"\u2013";if(i===0||Math.abs(i)<1e-12)return"0";let e=Math.abs(i)<.001||Math.abs(i)>=1e6?i.toExponential(t-1):i.toPrecision(t);return e.includes("e")?e.replace(/\.?0+e/,"e").replace("e+","e"):e.includes(".")?e.replace(/\.?0+$/,""):e}function $c(i){let t=100*i;return t>0&&t<.01?"< 0.01 %":`${Number(t.toPrecision(2))} %`}function Ut(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))r!==null&&r!==!1&&n.setAttribute(s,r===!0?"":r);return n.append(...e.filter(s=>s!==null)),n}var wf=6;function Jc(i,t){let e=document.getElementById("card");if(t===null){e.replaceChildren(Ut("p",{class:"hint"},"Pick a link in the picture or in the list to see what was found about it."));return}let n=i.links[t],s=[Ut("h3",{},n.name),Ut("p",{class:"soft"},`moves on ${n.joint} (${n.kind})`)];n.sentence&&s.push(Ut("p",{},n.sentence)),n.score_text&&s.push(Ut("p",{},n.score_text)),(n.file||n.estimate)&&s.push(Yg(n,i.shown_as)),n.parameters.length&&s.push(n.parameters.some(o=>o.value!==null)?Zg(n):$g(n)),n.combinations.length&&s.push(Jg(n));let r=n.coordinates.filter(o=>document.getElementById(`joint-${o}`));if(r.length){let o=Ut("a",{href:`#joint-${r[0]}`},`Curves of ${n.joint}`);s.push(Ut("p",{},o))}e.replaceChildren(...s)}function Yg(i,t){let e=(s,r)=>Ut("tr",{},Ut("th",{scope:"row"},s),...(r?[Wn(r.mass),...r.pose.slice(0,3).map(o=>Wn(o,3))]:["\u2013","\u2013","\u2013","\u2013"]).map(o=>Ut("td",{},o))),n=Ut("tr",{},Ut("td",{}),...["mass [kg]","x [m]","y","z"].map(s=>Ut("th",{scope:"col"},s)));return Ut("table",{class:"small"},Ut("caption",{},"Mass and centre of mass"),Ut("thead",{},n),Ut("tbody",{},...[["file",i.file],[t,i.estimate]].filter(([s,r])=>r||s==="file"&&i.estimate&&t==="estimate").map(([s,r])=>e(s,r))))}function Zg(i){let t=Ut("tr",{},...["","estimate","data, 95 %","file","verdict","from"].map(n=>Ut("th",{scope:"col",class:["verdict","from"].includes(n)?"left":null},n))),e=i.parameters.map(n=>Ut("tr",{class:n.source==="data"?null:"faint"},Ut("th",{scope:"row",title:n.unit},n.symbol),Ut("td",{},Wn(n.value)),Ut("td",{},n.half===null?"\u2013":`${Wn(n.data)} \xB1 ${Wn(n.half,2)}`),Ut("td",{},Wn(n.file)),Ut("td",{class:"left"},`${Oi[n.verdict].sign} ${Oi[n.verdict].brief??Oi[n.verdict].word}`),Ut("td",{class:"left"},bf[n.source])));return Ut("div",{class:"wide"},Ut("table",{class:"small",id:"link-parameters"},Ut("caption",{},"Parameters about the origin of the link [kg, kg m, kg m\xB2]"),Ut("thead",{},t),Ut("tbody",{},...e)))}function $g(i){let t=i.parameters.map(e=>Ut("tr",{},Ut("th",{scope:"row"},e.symbol),Ut("td",{class:"left"},`${Oi[e.verdict].sign} ${Oi[e.verdict].word}`)));return Ut("table",{class:"small",id:"link-parameters"},Ut("caption",{},"Verdicts"),Ut("tbody",{},...t))}function Jg(i){let t=i.combinations.slice(0,wf).map(n=>Ut("li",{},n)),e=i.combinations.length-wf;return e>0&&t.push(Ut("li",{class:"soft"},`and ${e} more, in the table of base parameters`)),Ut("details",{},Ut("summary",{},`Part of ${i.combinations.length} combinations`),Ut("ul",{class:"combinations"},...t))}var Kg="uplot",jg="u-hz",Qg="u-vt",t0="u-title",e0="u-wrap",n0="u-under",i0="u-over",s0="u-axis",Xs="u-off",r0="u-select",o0="u-cursor-x",a0="u-cursor-y",l0="u-cursor-pt",c0="u-legend",h0="u-live",u0="u-inline",f0="u-series",d0="u-marker",Tf="u-label",p0="u-value",_o="width",xo="height";var Ef="bottom",_r="left",Kc="right",ph="#000",Af=ph+"0",jc="mousemove",Rf="mousedown",Qc="mouseup",Cf="mouseenter",Pf="mouseleave",If="dblclick",m0="resize",g0="scroll",Lf="change",Sa="dppxchange",mh="--",wr=typeof window<"u",sh=wr?document:null,yr=wr?window:null,_0=wr?navigator:null,be,_a;function rh(){let i=devicePixelRatio;be!=i&&(be=i,_a&&ah(Lf,_a,rh),_a=matchMedia(`(min-resolution: ${be-.001}dppx) and (max-resolution: ${be+.001}dppx)`),qs(Lf,_a,rh),yr.dispatchEvent(new CustomEvent(Sa)))}function jn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function oh(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Ge(i,t,e){i.style[t]=e+"px"}function yi(i,t,e,n){let s=sh.createElement(i);return t!=null&&jn(s,t),e?.insertBefore(s,n),s}function ui(i,t){return yi("div",i,t)}var Df=new WeakMap;function Bi(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Df.get(i);r!=o&&(i.style.transform=r,Df.set(i,r),t<0||e<0||t>n||e>s?jn(i,Xs):oh(i,Xs))}var Nf=new WeakMap;function Uf(i,t,e){let n=t+e,s=Nf.get(i);n!=s&&(Nf.set(i,n),i.style.background=t,i.style.borderColor=e)}var Ff=new WeakMap;function Of(i,t,e,n){let s=t+""+e,r=Ff.get(i);s!=r&&(Ff.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var gh={passive:!0},x0={...gh,capture:!0};function qs(i,t,e,n){t.addEventListener(i,e,n?x0:gh)}function ah(i,t,e,n){t.removeEventListener(i,e,gh)}wr&&rh();function vi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Qn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function ud(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var fd=i=>i!=null,dd=i=>i!=null&&i>0,wa=ud(fd),y0=ud(dd);function v0(i,t,e,n=0,s=!1){let r=s?y0:wa,o=s?dd:fd;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??De,l??-De]}function Ta(i,t,e,n){let s=kf(i),r=kf(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?ji:pd,a=s==1?Qn:fi,l=r==1?fi:Qn,c=a(o(pn(i))),h=l(o(pn(t))),f=vr(e,c),u=vr(e,h);return e==10&&(c<0&&(f=Ne(f,-c)),h<0&&(u=Ne(u,-h))),n||e==2?(i=f*s,t=u*r):(i=xd(i,f),t=Ea(t,u)),[i,t]}function _h(i,t,e,n){let s=Ta(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var xh=.1,Bf={mode:3,pad:xh},vo={pad:0,soft:null,mode:0},S0={min:vo,max:vo};function Ma(i,t,e,n){return Aa(e)?zf(i,t,e):(vo.pad=e,vo.soft=n?0:null,vo.mode=n?3:0,zf(i,t,S0))}function Se(i,t){return i??t}function M0(i,t,e){for(t=Se(t,0),e=Se(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function zf(i,t,e){let n=e.min,s=e.max,r=Se(n.pad,0),o=Se(s.pad,0),a=Se(n.hard,-De),l=Se(s.hard,De),c=Se(n.soft,De),h=Se(s.soft,-De),f=Se(n.mode,0),u=Se(s.mode,0),d=t-i,g=ji(d),v=zn(pn(i),pn(t)),m=ji(v),p=pn(m-g);(d<1e-24||p>10)&&(d=0,(i==0||t==0)&&(d=1e-24,f==2&&c!=De&&(r=0),u==2&&h!=-De&&(o=0)));let y=d||v||1e3,A=ji(y),w=vr(10,Qn(A)),C=y*(d==0?i==0?.1:1:r),E=Ne(xd(i-C,w/10),24),x=i>=c&&(f==1||f==3&&E<=c||f==2&&E>=c)?c:De,T=zn(a,E<x&&i>=x?x:Si(x,E)),U=y*(d==0?t==0?.1:1:o),I=Ne(Ea(t+U,w/10),24),L=t<=h&&(u==1||u==3&&I>=h||u==2&&I<=h)?h:-De,z=Si(l,I>L&&t<=L?L:zn(L,I));return T==z&&T==0&&(z=100),[T,z]}var b0=new Intl.NumberFormat(wr?_0.language:"en-US"),yh=i=>b0.format(i),ti=Math,va=ti.PI,pn=ti.abs,Qn=ti.floor,dn=ti.round,fi=ti.ceil,Si=ti.min,zn=ti.max,vr=ti.pow,kf=ti.sign,ji=ti.log10,pd=ti.log2,w0=(i,t=1)=>ti.sinh(i)*t,th=(i,t=1)=>ti.asinh(i/t),De=1/0;function Vf(i){return(ji((i^i>>31)-(i>>31))|0)+1}function lh(i,t,e){return Si(zn(i,t),e)}function md(i){return typeof i=="function"}function ge(i){return md(i)?i:()=>i}var T0=()=>{},gd=i=>i,_d=(i,t)=>t,E0=i=>null,Gf=i=>!0,Hf=(i,t)=>i==t,A0=/\.\d*?(?=9{6,}|0{6,})/gm,Ys=i=>{if(vd(i)||Ss.has(i))return i;let t=`${i}`,e=t.match(A0);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Ys(s)}e${r}`}return Ne(i,n)};function Hs(i,t){return Ys(Ne(Ys(i/t))*t)}function Ea(i,t){return Ys(fi(Ys(i/t))*t)}function xd(i,t){return Ys(Qn(Ys(i/t))*t)}function Ne(i,t=0){if(vd(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return dn(n)/e}var Ss=new Map;function yd(i){return((""+i).split(".")[1]||"").length}function Mo(i,t,e,n){let s=[],r=n.map(yd);for(let o=t;o<e;o++){let a=pn(o),l=Ne(vr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,f=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:Ne(h,f);s.push(u),Ss.set(u,f)}}return s}var So={},vh=[],Sr=[null,null],vs=Array.isArray,vd=Number.isInteger,R0=i=>i===void 0;function Wf(i){return typeof i=="string"}function Aa(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function C0(i){return i!=null&&typeof i=="object"}var P0=Object.getPrototypeOf(Uint8Array),Sd="__proto__";function Mr(i,t=Aa){let e;if(vs(i)){let n=i.find(s=>s!=null);if(vs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Mr(i[s],t)}else e=i.slice()}else if(i instanceof P0)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Sd&&(e[n]=Mr(i[n],t))}else e=i;return e}function cn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Sd&&(Aa(i[s])?cn(i[s],Mr(n[s])):i[s]=Mr(n[s]))}return i}var I0=0,L0=1,D0=2;function N0(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function U0(i,t){if(B0(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return z0(o[0])||(o=O0(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],f=Array(s).fill(void 0),u=t?t[o][c]:L0,d=[];for(let g=0;g<h.length;g++){let v=h[g],m=r.get(l[g]);v===null?u!=I0&&(f[m]=v,u==D0&&d.push(m)):f[m]=v}N0(f,d,s),n.push(f)}}return n}var F0=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function O0(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function B0(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function z0(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=zn(1,Qn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Md=["January","February","March","April","May","June","July","August","September","October","November","December"],bd=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function wd(i){return i.slice(0,3)}var k0=bd.map(wd),V0=Md.map(wd),G0={MMMM:Md,MMM:V0,WWWW:bd,WWW:k0};function go(i){return(i<10?"0":"")+i}function H0(i){return(i<10?"00":i<100?"0":"")+i}var W0={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>go(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>go(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>go(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>go(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>go(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>H0(i.getMilliseconds())};function Sh(i,t){t=t||G0;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?W0[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var X0=new Intl.DateTimeFormat().resolvedOptions().timeZone;function q0(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==X0?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Td=i=>i%1==0,ba=[1,2,2.5,5],Y0=Mo(10,-32,0,ba),Ed=Mo(10,0,32,ba),Z0=Ed.filter(Td),Ws=Y0.concat(Ed),Mh=`
`,Ad="{YYYY}",Xf=Mh+Ad,Rd="{M}/{D}",yo=Mh+Rd,xa=yo+"/{YY}",Cd="{aa}",$0="{h}:{mm}",xr=$0+Cd,qf=Mh+xr,Yf=":{ss}",Te=null;function Pd(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Mo(10,0,3,ba).filter(Td):Mo(10,-3,0,ba)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Ad,Te,Te,Te,Te,Te,Te,1],[s*28,"{MMM}",Xf,Te,Te,Te,Te,Te,1],[s,Rd,Xf,Te,Te,Te,Te,Te,1],[n,"{h}"+Cd,xa,Te,yo,Te,Te,Te,1],[e,xr,xa,Te,yo,Te,Te,Te,1],[t,Yf,xa+" "+xr,Te,yo+" "+xr,Te,qf,Te,1],[i,Yf+".{fff}",xa+" "+xr,Te,yo+" "+xr,Te,qf,Te,1]];function h(f){return(u,d,g,v,m,p)=>{let y=[],A=m>=o,w=m>=r&&m<o,C=f(g),E=Ne(C*i,3),x=eh(C.getFullYear(),A?0:C.getMonth(),w||A?1:C.getDate()),T=Ne(x*i,3);if(w||A){let U=w?m/r:0,I=A?m/o:0,L=E==T?E:Ne(eh(x.getFullYear()+I,x.getMonth()+U,1)*i,3),z=new Date(dn(L/i)),k=z.getFullYear(),N=z.getMonth();for(let W=0;L<=v;W++){let Y=eh(k+I*W,N+U*W,1),G=Y-f(Ne(Y*i,3));L=Ne((+Y+G)*i,3),L<=v&&y.push(L)}}else{let U=m>=s?s:m,I=Qn(g)-Qn(E),L=T+I+Ea(E-T,U);y.push(L);let z=f(L),k=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=m/n,W=u.axes[d]._space,Y=p/W;for(;L=Ne(L+m,i==1?0:3),!(L>v);)if(N>1){let G=Qn(Ne(k+N,6))%24,j=f(L).getHours()-G;j>1&&(j=-1),L-=j*n,k=(k+N)%24;let it=y[y.length-1];Ne((L-it)/m,3)*Y>=.7&&y.push(L)}else y.push(L)}return y}}return[l,c,h]}var[J0,K0,j0]=Pd(1),[Q0,t_,e_]=Pd(.001);Mo(2,-53,53,[1]);function Zf(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function $f(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,h,f,u,d;return n.map(g=>{let v=i(g),m=v.getFullYear(),p=v.getMonth(),y=v.getDate(),A=v.getHours(),w=v.getMinutes(),C=v.getSeconds(),E=m!=l&&a[2]||p!=c&&a[3]||y!=h&&a[4]||A!=f&&a[5]||w!=u&&a[6]||C!=d&&a[7]||a[1];return l=m,c=p,h=y,f=A,u=w,d=C,E(v)})}}function n_(i,t){let e=Sh(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function eh(i,t,e){return new Date(i,t,e)}function Jf(i,t){return t(i)}var i_="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Kf(i,t){return(e,n,s,r)=>r==null?mh:t(i(n))}function s_(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function r_(i,t){return i.series[t].fill(i,t)}var o_={show:!0,live:!0,isolate:!1,mount:T0,markers:{show:!0,width:2,stroke:s_,fill:r_,dash:"solid"},idx:null,idxs:null,values:[]};function a_(i,t){let e=i.cursor.points,n=ui(),s=e.size(i,t);Ge(n,_o,s),Ge(n,xo,s);let r=s/-2;Ge(n,"marginLeft",r),Ge(n,"marginTop",r);let o=e.width(i,t,s);return o&&Ge(n,"borderWidth",o),n}function l_(i,t){let e=i.series[t].points;return e._fill||e._stroke}function c_(i,t){let e=i.series[t].points;return e._stroke||e._fill}function h_(i,t){return i.series[t].points.size}var nh=[0,0];function u_(i,t,e){return nh[0]=t,nh[1]=e,nh}function ya(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function ih(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var f_={show:!0,x:!0,y:!0,lock:!1,move:u_,points:{one:!1,show:a_,size:h_,width:0,stroke:c_,fill:l_},bind:{mousedown:ya,mouseup:ya,click:ya,dblclick:ya,mousemove:ih,mouseleave:ih,mouseenter:ih},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Id={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},bh=cn({},Id,{filter:_d}),Ld=cn({},bh,{size:10}),Dd=cn({},Id,{show:!1}),wh='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Nd="bold "+wh,Ud=1.5,jf={show:!0,scale:"x",stroke:ph,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Nd,side:2,grid:bh,ticks:Ld,border:Dd,font:wh,lineGap:Ud,rotate:0},d_="Value",p_="Time",Qf={show:!0,scale:"x",auto:!1,sorted:1,min:De,max:-De,idxs:[]};function m_(i,t,e,n,s){return t.map(r=>r==null?"":yh(r))}function g_(i,t,e,n,s,r,o){let a=[],l=Ss.get(s)||0;e=o?e:Ne(Ea(e,s),l);for(let c=e;c<=n;c=Ne(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ch(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?ji:pd,h=Qn(c(e));s=vr(l,h),l==10&&(s=Ws[vi(s,Ws)]);let f=e,u=s*l;l==10&&(u=Ws[vi(u,Ws)]);do a.push(f),f=f+s,l==10&&!Ss.has(f)&&(f=Ne(f,Ss.get(s))),f>=u&&(s=f,u=s*l,l==10&&(u=Ws[vi(u,Ws)]));while(f<=n);return a}function __(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?ch(i,t,zn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?ch(i,t,zn(l,-n),-e,s):[l]).reverse().map(u=>-u).concat(h,c)}var Fd=/./,x_=/[12357]/,y_=/[125]/,td=/1/,hh=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function v_(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),f=l(9,o)-h>=c?Fd:l(7,o)-h>=c?x_:l(5,o)-h>=c?y_:td;if(f==td){let u=pn(l(1,o)-h);if(u<c)return hh(t.slice().reverse(),a.distr,f,fi(c/u)).reverse()}return hh(t,a.distr,f,1)}function S_(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=pn(l(1,o)-l(2,o));return c<a?hh(t.slice().reverse(),3,Fd,fi(a/c)).reverse():t}function M_(i,t,e,n){return n==null?mh:t==null?"":yh(t)}var ed={show:!0,scale:"y",stroke:ph,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Nd,side:3,grid:bh,ticks:Ld,border:Dd,font:wh,lineGap:Ud,rotate:0};function b_(i,t){let e=3+(i||1)*2;return Ne(e*t,3)}function w_(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=pn(o-r),l=i.series[t],c=a/(l.points.space*be);return n[1]-n[0]<=c}var nd={scale:null,auto:!0,sorted:0,min:De,max:-De},Od=(i,t,e,n,s)=>s,id={show:!0,auto:!0,sorted:0,gaps:Od,alpha:1,facets:[cn({},nd,{scale:"x"}),cn({},nd,{scale:"y"})]},sd={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Od,alpha:1,points:{show:w_,filter:null},values:null,min:De,max:-De,idxs:[],path:null,clip:null};function T_(i,t,e,n,s){return e/10}var Bd={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},E_=cn({},Bd,{time:!1,ori:1}),rd={};function zd(i,t){let e=rd[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(rd[i]=e)),e}var br=1,uh=2;function Zs(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],f=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,d=a.top,g=a.width,v=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?e(s,l,c,h,f,m,p,u,d,g,v,Ca,Tr,Ia,Vd,Hd):e(s,l,c,h,f,p,m,d,u,v,g,Pa,Er,Ah,Gd,Wd)}function Th(i,t){let e=0,n=0,s=Se(i.bands,vh);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function A_(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Qi(i,t,e,n,s,r){return Zs(i,t,(o,a,l,c,h,f,u,d,g,v,m)=>{let p=o.pxRound,y=c.dir*(c.ori==0?1:-1),A=c.ori==0?Tr:Er,w,C;y==1?(w=e,C=n):(w=n,C=e);let E=p(f(a[w],c,v,d)),x=p(u(l[w],h,m,g)),T=p(f(a[C],c,v,d)),U=p(u(r==1?h.max:h.min,h,m,g)),I=new Path2D(s);return A(I,T,U),A(I,E,U),A(I,E,x),I})}function Ra(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?Ia:Ah,l=e;for(let f=0;f<i.length;f++){let u=i[f];if(u[1]>u[0]){let d=u[0]-l;d>0&&a(o,l,n,d,n+r),l=u[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function R_(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Eh(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let f=c,u=c;if(s==1)for(;++c<=n&&t[c]===null;)u=c;else for(;--c>=e&&t[c]===null;)u=c;let d=r(i[f]),g=u==f?d:r(i[u]),v=f-s;d=o<=0&&v>=0&&v<l?r(i[v]):d;let p=u+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=d&&a.push([d,g])}return a}function od(i){return i==0?gd:i==1?dn:t=>Hs(t,i)}function kd(i){let t=i==0?Ca:Pa,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Si(c,a/2,l/2),h=Si(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var Ca=(i,t,e)=>{i.moveTo(t,e)},Pa=(i,t,e)=>{i.moveTo(e,t)},Tr=(i,t,e)=>{i.lineTo(t,e)},Er=(i,t,e)=>{i.lineTo(e,t)},Ia=kd(0),Ah=kd(1),Vd=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},Gd=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Hd=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Wd=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Xd(i){return(t,e,n,s,r)=>Zs(t,e,(o,a,l,c,h,f,u,d,g,v,m)=>{let{pxRound:p,points:y}=o,A,w;c.ori==0?(A=Ca,w=Vd):(A=Pa,w=Gd);let C=Ne(y.width*be,3),E=(y.size-y.width)/2*be,x=Ne(E*2,3),T=new Path2D,U=new Path2D,{left:I,top:L,width:z,height:k}=t.bbox;Ia(U,I-x,L-x,z+x*2,k+x*2);let N=W=>{if(l[W]!=null){let Y=p(f(a[W],c,v,d)),G=p(u(l[W],h,m,g));A(T,Y+E,G),w(T,Y,G,E,0,va*2)}};if(r)r.forEach(N);else for(let W=n;W<=s;W++)N(W);return{stroke:C>0?T:null,fill:T,clip:U,flags:br|uh}})}function qd(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var C_=qd(Tr),P_=qd(Er);function Yd(i){let t=Se(i?.alignGaps,0);return(e,n,s,r)=>Zs(e,n,(o,a,l,c,h,f,u,d,g,v,m)=>{[s,r]=wa(l,s,r);let p=o.pxRound,y=k=>p(f(k,c,v,d)),A=k=>p(u(k,h,m,g)),w,C;c.ori==0?(w=Tr,C=C_):(w=Er,C=P_);let E=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:br},T=x.stroke,U=!1;if(r-s>=v*4){let k=ht=>e.posToVal(ht,c.key,!0),N=null,W=null,Y,G,lt,J=y(a[E==1?s:r]),j=y(a[s]),it=y(a[r]),ut=k(E==1?j+1:it-1);for(let ht=E==1?s:r;ht>=s&&ht<=r;ht+=E){let Q=a[ht],_t=(E==1?Q<ut:Q>ut)?J:y(Q),Et=l[ht];_t==J?Et!=null?(G=Et,N==null?(w(T,_t,A(G)),Y=N=W=G):G<N?N=G:G>W&&(W=G)):Et===null&&(U=!0):(N!=null&&C(T,J,A(N),A(W),A(Y),A(G)),Et!=null?(G=Et,w(T,_t,A(G)),N=W=Y=G):(N=W=null,Et===null&&(U=!0)),J=_t,ut=k(J+E))}N!=null&&N!=W&&lt!=J&&C(T,J,A(N),A(W),A(Y),A(G))}else for(let k=E==1?s:r;k>=s&&k<=r;k+=E){let N=l[k];N===null?U=!0:N!=null&&w(T,y(a[k]),A(N))}let[L,z]=Th(e,n);if(o.fill!=null||L!=0){let k=x.fill=new Path2D(T),N=o.fillTo(e,n,o.min,o.max,L),W=A(N),Y=y(a[s]),G=y(a[r]);E==-1&&([G,Y]=[Y,G]),w(k,G,W),w(k,Y,W)}if(!o.spanGaps){let k=[];U&&k.push(...Eh(a,l,s,r,E,y,t)),x.gaps=k=o.gaps(e,n,s,r,k),x.clip=Ra(k,c.ori,d,g,v,m)}return z!=0&&(x.band=z==2?[Qi(e,n,s,r,T,-1),Qi(e,n,s,r,T,1)]:Qi(e,n,s,r,T,z)),x})}function I_(i){let t=Se(i.align,1),e=Se(i.ascDesc,!1),n=Se(i.alignGaps,0),s=Se(i.extend,!1);return(r,o,a,l)=>Zs(r,o,(c,h,f,u,d,g,v,m,p,y,A)=>{[a,l]=wa(f,a,l);let w=c.pxRound,{left:C,width:E}=r.bbox,x=j=>w(g(j,u,y,m)),T=j=>w(v(j,d,A,p)),U=u.ori==0?Tr:Er,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:br},L=I.stroke,z=u.dir*(u.ori==0?1:-1),k=T(f[z==1?a:l]),N=x(h[z==1?a:l]),W=N,Y=N;s&&t==-1&&(Y=C,U(L,Y,k)),U(L,N,k);for(let j=z==1?a:l;j>=a&&j<=l;j+=z){let it=f[j];if(it==null)continue;let ut=x(h[j]),ht=T(it);t==1?U(L,ut,k):U(L,W,ht),U(L,ut,ht),k=ht,W=ut}let G=W;s&&t==1&&(G=C+E,U(L,G,k));let[lt,J]=Th(r,o);if(c.fill!=null||lt!=0){let j=I.fill=new Path2D(L),it=c.fillTo(r,o,c.min,c.max,lt),ut=T(it);U(j,G,ut),U(j,Y,ut)}if(!c.spanGaps){let j=[];j.push(...Eh(h,f,a,l,z,x,n));let it=c.width*be/2,ut=e||t==1?it:-it,ht=e||t==-1?-it:it;j.forEach(Q=>{Q[0]+=ut,Q[1]+=ht}),I.gaps=j=c.gaps(r,o,a,l,j),I.clip=Ra(j,u.ori,m,p,y,A)}return J!=0&&(I.band=J==2?[Qi(r,o,a,l,L,-1),Qi(r,o,a,l,L,1)]:Qi(r,o,a,l,L,J)),I})}function ad(i,t,e,n,s,r,o=De){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=pn(i[l]-i[a]);h<c&&(c=h,o=pn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function L_(i){i=i||So;let t=Se(i.size,[.6,De,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ge(s),o=1-t[0],a=Se(t[1],De),l=Se(t[2],1),c=Se(i.disp,So),h=Se(i.each,d=>{}),{fill:f,stroke:u}=c;return(d,g,v,m)=>Zs(d,g,(p,y,A,w,C,E,x,T,U,I,L)=>{let z=p.pxRound,k=e,N=n*be,W=a*be,Y=l*be,G,lt;w.ori==0?[G,lt]=r(d,g):[lt,G]=r(d,g);let J=w.dir*(w.ori==0?1:-1),j=w.ori==0?Ia:Ah,it=w.ori==0?h:(Rt,Yt,re,Mt,Le,kt,Xt)=>{h(Rt,Yt,re,Le,Mt,Xt,kt)},ut=Se(d.bands,vh).find(Rt=>Rt.series[0]==g),ht=ut!=null?ut.dir:0,Q=p.fillTo(d,g,p.min,p.max,ht),pt=z(x(Q,C,L,U)),_t,Et,St,Ht=I,se=z(p.width*be),Vt=!1,he=null,ae=null,ne=null,We=null;f!=null&&(se==0||u!=null)&&(Vt=!0,he=f.values(d,g,v,m),ae=new Map,new Set(he).forEach(Rt=>{Rt!=null&&ae.set(Rt,new Path2D)}),se>0&&(ne=u.values(d,g,v,m),We=new Map,new Set(ne).forEach(Rt=>{Rt!=null&&We.set(Rt,new Path2D)})));let{x0:Fe,size:nn}=c;if(Fe!=null&&nn!=null){k=1,y=Fe.values(d,g,v,m),Fe.unit==2&&(y=y.map(re=>d.posToVal(T+re*I,w.key,!0)));let Rt=nn.values(d,g,v,m);nn.unit==2?Et=Rt[0]*I:Et=E(Rt[0],w,I,T)-E(0,w,I,T),Ht=ad(y,A,E,w,I,T,Ht),St=Ht-Et+N}else Ht=ad(y,A,E,w,I,T,Ht),St=Ht*o+N,Et=Ht-St;St<1&&(St=0),se>=Et/2&&(se=0),St<5&&(z=gd);let Pe=St>0,xn=Ht-St-(Pe?se:0);Et=z(lh(xn,Y,W)),_t=(k==0?Et/2:k==J?0:Et)-k*J*((k==0?N/2:0)+(Pe?se/2:0));let ye={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},un=Vt?null:new Path2D,Ze=null;if(ut!=null)Ze=d.data[ut.series[1]];else{let{y0:Rt,y1:Yt}=c;Rt!=null&&Yt!=null&&(A=Yt.values(d,g,v,m),Ze=Rt.values(d,g,v,m))}let sn=G*Et,O=lt*Et;for(let Rt=J==1?v:m;Rt>=v&&Rt<=m;Rt+=J){let Yt=A[Rt];if(Yt==null)continue;if(Ze!=null){let X=Ze[Rt]??0;if(Yt-X==0)continue;pt=x(X,C,L,U)}let re=w.distr!=2||c!=null?y[Rt]:Rt,Mt=E(re,w,I,T),Le=x(Se(Yt,Q),C,L,U),kt=z(Mt-_t),Xt=z(zn(Le,pt)),R=z(Si(Le,pt)),S=Xt-R;if(Yt!=null){let X=Yt<0?O:sn,ct=Yt<0?sn:O;Vt?(se>0&&ne[Rt]!=null&&j(We.get(ne[Rt]),kt,R+Qn(se/2),Et,zn(0,S-se),X,ct),he[Rt]!=null&&j(ae.get(he[Rt]),kt,R+Qn(se/2),Et,zn(0,S-se),X,ct)):j(un,kt,R+Qn(se/2),Et,zn(0,S-se),X,ct),it(d,g,Rt,kt-se/2,R,Et+se,S)}}return se>0?ye.stroke=Vt?We:un:Vt||(ye._fill=p.width==0?p._fill:p._stroke??p._fill,ye.width=0),ye.fill=Vt?ae:un,ye})}function D_(i,t){let e=Se(t?.alignGaps,0);return(n,s,r,o)=>Zs(n,s,(a,l,c,h,f,u,d,g,v,m,p)=>{[r,o]=wa(c,r,o);let y=a.pxRound,A=G=>y(u(G,h,m,g)),w=G=>y(d(G,f,p,v)),C,E,x;h.ori==0?(C=Ca,x=Tr,E=Hd):(C=Pa,x=Er,E=Wd);let T=h.dir*(h.ori==0?1:-1),U=A(l[T==1?r:o]),I=U,L=[],z=[];for(let G=T==1?r:o;G>=r&&G<=o;G+=T)if(c[G]!=null){let J=l[G],j=A(J);L.push(I=j),z.push(w(c[G]))}let k={stroke:i(L,z,C,x,E,y),fill:null,clip:null,band:null,gaps:null,flags:br},N=k.stroke,[W,Y]=Th(n,s);if(a.fill!=null||W!=0){let G=k.fill=new Path2D(N),lt=a.fillTo(n,s,a.min,a.max,W),J=w(lt);x(G,I,J),x(G,U,J)}if(!a.spanGaps){let G=[];G.push(...Eh(l,c,r,o,T,A,e)),k.gaps=G=a.gaps(n,s,r,o,G),k.clip=Ra(G,h.ori,g,v,m,p)}return Y!=0&&(k.band=Y==2?[Qi(n,s,r,o,N,-1),Qi(n,s,r,o,N,1)]:Qi(n,s,r,o,N,Y)),k})}function N_(i){return D_(U_,i)}function U_(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),f=Array(o-1);for(let u=0;u<o-1;u++)h[u]=t[u+1]-t[u],f[u]=i[u+1]-i[u],c[u]=h[u]/f[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(f[u-1]+f[u])/((2*f[u]+f[u-1])/c[u-1]+(f[u]+2*f[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+f[u]/3,t[u]+l[u]*f[u]/3,i[u+1]-f[u]/3,t[u+1]-l[u+1]*f[u]/3,i[u+1],t[u+1])}return a}var fh=new Set;function ld(){for(let i of fh)i.syncRect(!0)}wr&&(qs(m0,yr,ld),qs(g0,yr,ld,!0),qs(Sa,yr,()=>{en.pxRatio=be}));var F_=Yd(),O_=Xd();function cd(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>dh(r,o,t,e))}function B_(i,t){return i.map((e,n)=>n==0?{}:cn({},t,e))}function dh(i,t,e,n){return cn({},t==0?e:n,i)}function Zd(i,t,e){return t==null?Sr:[t,e]}var z_=Zd;function k_(i,t,e){return t==null?Sr:Ma(t,e,xh,!0)}function $d(i,t,e,n){return t==null?Sr:Ta(t,e,i.scales[n].log,!1)}var V_=$d;function Jd(i,t,e,n){return t==null?Sr:_h(t,e,i.scales[n].log,!1)}var G_=Jd;function H_(i,t,e,n,s){let r=zn(Vf(i),Vf(t)),o=t-i,a=vi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Ss.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function hd(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=dn((e=+s)*be))+"px"),[i,t,e]}function W_(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ne(t[2]*be,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function en(i,t,e){let n={mode:Se(i.mode,1)},s=n.mode;function r(_,M,P,D){let V=M.valToPct(_);return D+P*(M.dir==-1?1-V:V)}function o(_,M,P,D){let V=M.valToPct(_);return D+P*(M.dir==-1?V:1-V)}function a(_,M,P,D){return M.ori==0?r(_,M,P,D):o(_,M,P,D)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=ui(Kg);if(i.id!=null&&(c.id=i.id),jn(c,i.class),i.title){let _=ui(t0,c);_.textContent=i.title}let h=yi("canvas"),f=n.ctx=h.getContext("2d"),u=ui(e0,c);qs("click",u,_=>{_.target===g&&(ze!=fr||Xe!=dr)&&An.click(n,_)},!0);let d=n.under=ui(n0,u);u.appendChild(h);let g=n.over=ui(i0,u);i=Mr(i);let v=+Se(i.pxAlign,1),m=od(v);(i.plugins||[]).forEach(_=>{_.opts&&(i=_.opts(n,i)||i)});let p=i.ms||.001,y=n.series=s==1?cd(i.series||[],Qf,sd,!1):B_(i.series||[null],id),A=n.axes=cd(i.axes||[],jf,ed,!0),w=n.scales={},C=n.bands=i.bands||[];C.forEach(_=>{_.fill=ge(_.fill||null),_.dir=Se(_.dir,-1)});let E=s==2?y[1].facets[0].scale:y[0].scale,x={axes:Ji,series:fe},T=(i.drawOrder||["axes","series"]).map(_=>x[_]);function U(_){let M=_.distr==3?P=>ji(P>0?P:_.clamp(n,P,_.min,_.max,_.key)):_.distr==4?P=>th(P,_.asinh):_.distr==100?P=>_.fwd(P):P=>P;return P=>{let D=M(P),{_min:V,_max:$}=_,ot=$-V;return(D-V)/ot}}function I(_){let M=w[_];if(M==null){let P=(i.scales||So)[_]||So;if(P.from!=null){I(P.from);let D=cn({},w[P.from],P,{key:_});D.valToPct=U(D),w[_]=D}else{M=w[_]=cn({},_==E?Bd:E_,P),M.key=_;let D=M.time,V=M.range,$=vs(V);if((_!=E||s==2&&!D)&&($&&(V[0]==null||V[1]==null)&&(V={min:V[0]==null?Bf:{mode:1,hard:V[0],soft:V[0]},max:V[1]==null?Bf:{mode:1,hard:V[1],soft:V[1]}},$=!1),!$&&Aa(V))){let ot=V;V=(ft,yt,Lt)=>yt==null?Sr:Ma(yt,Lt,ot)}M.range=ge(V||(D?z_:_==E?M.distr==3?V_:M.distr==4?G_:Zd:M.distr==3?$d:M.distr==4?Jd:k_)),M.auto=ge($?!1:M.auto),M.clamp=ge(M.clamp||T_),M._min=M._max=null,M.valToPct=U(M)}}}I("x"),I("y"),s==1&&y.forEach(_=>{I(_.scale)}),A.forEach(_=>{I(_.scale)});for(let _ in i.scales)I(_);let L=w[E],z=L.distr,k,N;L.ori==0?(jn(c,jg),k=r,N=o):(jn(c,Qg),k=o,N=r);let W={};for(let _ in w){let M=w[_];(M.min!=null||M.max!=null)&&(W[_]={min:M.min,max:M.max},M.min=M.max=null)}let Y=i.tzDate||(_=>new Date(dn(_/p))),G=i.fmtDate||Sh,lt=p==1?j0(Y):e_(Y),J=$f(Y,Zf(p==1?K0:t_,G)),j=Kf(Y,Jf(i_,G)),it=[],ut=n.legend=cn({},o_,i.legend),ht=n.cursor=cn({},f_,{drag:{y:s==2}},i.cursor),Q=ut.show,pt=ht.show,_t=ut.markers;ut.idxs=it,_t.width=ge(_t.width),_t.dash=ge(_t.dash),_t.stroke=ge(_t.stroke),_t.fill=ge(_t.fill);let Et,St,Ht,se=[],Vt=[],he,ae=!1,ne={};if(ut.live){let _=y[1]?y[1].values:null;ae=_!=null,he=ae?_(n,1,0):{_:0};for(let M in he)ne[M]=mh}if(Q)if(Et=yi("table",c0,c),Ht=yi("tbody",null,Et),ut.mount(n,Et),ae){St=yi("thead",null,Et,Ht);let _=yi("tr",null,St);yi("th",null,_);for(var We in he)yi("th",Tf,_).textContent=We}else jn(Et,u0),ut.live&&jn(Et,h0);let Fe={show:!0},nn={show:!1};function Pe(_,M){if(M==0&&(ae||!ut.live||s==2))return Sr;let P=[],D=yi("tr",f0,Ht,Ht.childNodes[M]);jn(D,_.class),_.show||jn(D,Xs);let V=yi("th",null,D);if(_t.show){let ft=ui(d0,V);if(M>0){let yt=_t.width(n,M);yt&&(ft.style.border=yt+"px "+_t.dash(n,M)+" "+_t.stroke(n,M)),ft.style.background=_t.fill(n,M)}}let $=ui(Tf,V);_.label instanceof HTMLElement?$.appendChild(_.label):$.textContent=_.label,M>0&&(_t.show||($.style.color=_.width>0?_t.stroke(n,M):_t.fill(n,M)),ye("click",V,ft=>{if(ht._lock)return;Kt(ft);let yt=y.indexOf(_);if((ft.ctrlKey||ft.metaKey)!=ut.isolate){let Lt=y.some((Dt,Ft)=>Ft>0&&Ft!=yt&&Dt.show);y.forEach((Dt,Ft)=>{Ft>0&&Di(Ft,Lt?Ft==yt?Fe:nn:Fe,!0,ln.setSeries)})}else Di(yt,{show:!_.show},!0,ln.setSeries)},!1),jt&&ye(Cf,V,ft=>{ht._lock||(Kt(ft),Di(y.indexOf(_),mr,!0,ln.setSeries))},!1));for(var ot in he){let ft=yi("td",p0,D);ft.textContent="--",P.push(ft)}return[D,P]}let xn=new Map;function ye(_,M,P,D=!0){let V=xn.get(M)||{},$=ht.bind[_](n,M,P,D);$&&(qs(_,M,V[_]=$),xn.set(M,V))}function un(_,M,P){let D=xn.get(M)||{};for(let V in D)(_==null||V==_)&&(ah(V,M,D[V]),delete D[V]);_==null&&xn.delete(M)}let Ze=0,sn=0,O=0,Rt=0,Yt=0,re=0,Mt=Yt,Le=re,kt=O,Xt=Rt,R=0,S=0,X=0,ct=0;n.bbox={};let rt=!1,gt=!1,xt=!1,tt=!1,nt=!1,dt=!1;function F(_,M,P){(P||_!=n.width||M!=n.height)&&st(_,M),le(!1),xt=!0,gt=!0,Cn()}function st(_,M){n.width=Ze=O=_,n.height=sn=Rt=M,Yt=re=0,vt(),Gt();let P=n.bbox;R=P.left=Hs(Yt*be,.5),S=P.top=Hs(re*be,.5),X=P.width=Hs(O*be,.5),ct=P.height=Hs(Rt*be,.5)}let et=3;function bt(){let _=!1,M=0;for(;!_;){M++;let P=cr(M),D=Li(M);_=M==et||P&&D,_||(st(n.width,n.height),gt=!0)}}function mt({width:_,height:M}){F(_,M)}n.setSize=mt;function vt(){let _=!1,M=!1,P=!1,D=!1;A.forEach((V,$)=>{if(V.show&&V._show){let{side:ot,_size:ft}=V,yt=ot%2,Lt=V.label!=null?V.labelSize:0,Dt=ft+Lt;Dt>0&&(yt?(O-=Dt,ot==3?(Yt+=Dt,D=!0):P=!0):(Rt-=Dt,ot==0?(re+=Dt,_=!0):M=!0))}}),Pi[0]=_,Pi[1]=P,Pi[2]=M,Pi[3]=D,O-=gi[1]+gi[3],Yt+=gi[3],Rt-=gi[2]+gi[0],re+=gi[0]}function Gt(){let _=Yt+O,M=re+Rt,P=Yt,D=re;function V($,ot){switch($){case 1:return _+=ot,_-ot;case 2:return M+=ot,M-ot;case 3:return P-=ot,P+ot;case 0:return D-=ot,D+ot}}A.forEach(($,ot)=>{if($.show&&$._show){let ft=$.side;$._pos=V(ft,$._size),$.label!=null&&($._lpos=V(ft,$.labelSize))}})}if(ht.dataIdx==null){let _=ht.hover,M=_.skip=new Set(_.skip??[]);M.add(void 0);let P=_.prox=ge(_.prox),D=_.bias??=0;ht.dataIdx=(V,$,ot,ft)=>{if($==0)return ot;let yt=ot,Lt=P(V,$,ot,ft)??De,Dt=Lt>=0&&Lt<De,Ft=L.ori==0?O:Rt,ie=ht.left,Me=t[0],ve=t[$];if(M.has(ve[ot])){yt=null;let pe=null,Jt=null,Wt;if(D==0||D==-1)for(Wt=ot;pe==null&&Wt-- >0;)M.has(ve[Wt])||(pe=Wt);if(D==0||D==1)for(Wt=ot;Jt==null&&Wt++<ve.length;)M.has(ve[Wt])||(Jt=Wt);if(pe!=null||Jt!=null)if(Dt){let Ve=pe==null?-1/0:k(Me[pe],L,Ft,0),Ke=Jt==null?1/0:k(Me[Jt],L,Ft,0),Mn=ie-Ve,Ie=Ke-ie;Mn<=Ie?Mn<=Lt&&(yt=pe):Ie<=Lt&&(yt=Jt)}else yt=Jt==null?pe:pe==null?Jt:ot-pe<=Jt-ot?pe:Jt}else Dt&&pn(ie-k(Me[ot],L,Ft,0))>Lt&&(yt=null);return yt}}let Kt=_=>{ht.event=_};ht.idxs=it,ht._lock=!1;let at=ht.points;at.show=ge(at.show),at.size=ge(at.size),at.stroke=ge(at.stroke),at.width=ge(at.width),at.fill=ge(at.fill);let Ot=n.focus=cn({},i.focus||{alpha:.3},ht.focus),jt=Ot.prox>=0,At=jt&&at.one,oe=[],Be=[],Nn=[];function ao(_,M){let P=at.show(n,M);if(P instanceof HTMLElement)return jn(P,l0),jn(P,_.class),Bi(P,-10,-10,O,Rt),g.insertBefore(P,oe[M]),P}function or(_,M){if(s==1||M>0){let P=s==1&&w[_.scale].time,D=_.value;_.value=P?Wf(D)?Kf(Y,Jf(D,G)):D||j:D||M_,_.label=_.label||(P?p_:d_)}if(At||M>0){_.width=_.width==null?1:_.width,_.paths=_.paths||F_||E0,_.fillTo=ge(_.fillTo||A_),_.pxAlign=+Se(_.pxAlign,v),_.pxRound=od(_.pxAlign),_.stroke=ge(_.stroke||null),_.fill=ge(_.fill||null),_._stroke=_._fill=_._paths=_._focus=null;let P=b_(zn(1,_.width),1),D=_.points=cn({},{size:P,width:zn(1,P*.2),stroke:_.stroke,space:P*2,paths:O_,_stroke:null,_fill:null},_.points);D.show=ge(D.show),D.filter=ge(D.filter),D.fill=ge(D.fill),D.stroke=ge(D.stroke),D.paths=ge(D.paths),D.pxAlign=_.pxAlign}if(Q){let P=Pe(_,M);se.splice(M,0,P[0]),Vt.splice(M,0,P[1]),ut.values.push(null)}if(pt){it.splice(M,0,null);let P=null;At?M==0&&(P=ao(_,M)):M>0&&(P=ao(_,M)),oe.splice(M,0,P),Be.splice(M,0,0),Nn.splice(M,0,0)}Sn("addSeries",M)}function zc(_,M){M=M??y.length,_=s==1?dh(_,M,Qf,sd):dh(_,M,{},id),y.splice(M,0,_),or(y[M],M)}n.addSeries=zc;function da(_){if(y.splice(_,1),Q){ut.values.splice(_,1),Vt.splice(_,1);let M=se.splice(_,1)[0];un(null,M.firstChild),M.remove()}pt&&(it.splice(_,1),oe.splice(_,1)[0].remove(),Be.splice(_,1),Nn.splice(_,1)),Sn("delSeries",_)}n.delSeries=da;let Pi=[!1,!1,!1,!1];function Yi(_,M){if(_._show=_.show,_.show){let P=_.side%2,D=w[_.scale];D==null&&(_.scale=P?y[1].scale:E,D=w[_.scale]);let V=D.time;_.size=ge(_.size),_.space=ge(_.space),_.rotate=ge(_.rotate),vs(_.incrs)&&_.incrs.forEach(ot=>{!Ss.has(ot)&&Ss.set(ot,yd(ot))}),_.incrs=ge(_.incrs||(D.distr==2?Z0:V?p==1?J0:Q0:Ws)),_.splits=ge(_.splits||(V&&D.distr==1?lt:D.distr==3?ch:D.distr==4?__:g_)),_.stroke=ge(_.stroke),_.grid.stroke=ge(_.grid.stroke),_.ticks.stroke=ge(_.ticks.stroke),_.border.stroke=ge(_.border.stroke);let $=_.values;_.values=vs($)&&!vs($[0])?ge($):V?vs($)?$f(Y,Zf($,G)):Wf($)?n_(Y,$):$||J:$||m_,_.filter=ge(_.filter||(D.distr>=3&&D.log==10?v_:D.distr==3&&D.log==2?S_:_d)),_.font=hd(_.font),_.labelFont=hd(_.labelFont),_._size=_.size(n,null,M,0),_._space=_._rotate=_._incrs=_._found=_._splits=_._values=null,_._size>0&&(Pi[M]=!0,_._el=ui(s0,u))}}function Zi(_,M,P,D){let[V,$,ot,ft]=P,yt=M%2,Lt=0;return yt==0&&(ft||$)&&(Lt=M==0&&!V||M==2&&!ot?dn(jf.size/3):0),yt==1&&(V||ot)&&(Lt=M==1&&!$||M==3&&!ft?dn(ed.size/2):0),Lt}let lo=n.padding=(i.padding||[Zi,Zi,Zi,Zi]).map(_=>ge(Se(_,Zi))),gi=n._padding=lo.map((_,M)=>_(n,M,Pi,0)),$e,Qe=null,tn=null,Ii=s==1?y[0].idxs:null,Zn=null,ps=!1;function co(_,M){if(t=_??[],n.data=n._data=t,s==2){$e=0;for(let P=1;P<y.length;P++)$e+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),Zn=t[0],$e=Zn.length;let P=t;if(z==2){P=t.slice();let D=P[0]=Array($e);for(let V=0;V<$e;V++)D[V]=V}n._data=t=P}if(le(!0),Sn("setData"),z==2&&(xt=!0),M!==!1){let P=L;P.auto(n,ps)?ho():_s(E,P.min,P.max),tt=tt||ht.left>=0,dt=!0,Cn()}}n.setData=co;function ho(){ps=!0;let _,M;s==1&&($e>0?(Qe=Ii[0]=0,tn=Ii[1]=$e-1,_=t[0][Qe],M=t[0][tn],z==2?(_=Qe,M=tn):_==M&&(z==3?[_,M]=Ta(_,_,L.log,!1):z==4?[_,M]=_h(_,_,L.log,!1):L.time?M=_+dn(86400/p):[_,M]=Ma(_,M,xh,!0))):(Qe=Ii[0]=_=null,tn=Ii[1]=M=null)),_s(E,_,M)}let ar,ms,lr,b,B,K,q,Z,wt,Ct;function Tt(_,M,P,D,V,$){_??=Af,P??=vh,D??="butt",V??=Af,$??="round",_!=ar&&(f.strokeStyle=ar=_),V!=ms&&(f.fillStyle=ms=V),M!=lr&&(f.lineWidth=lr=M),$!=B&&(f.lineJoin=B=$),D!=K&&(f.lineCap=K=D),P!=b&&f.setLineDash(b=P)}function Pt(_,M,P,D){M!=ms&&(f.fillStyle=ms=M),_!=q&&(f.font=q=_),P!=Z&&(f.textAlign=Z=P),D!=wt&&(f.textBaseline=wt=D)}function zt(_,M,P,D,V=0){if(D.length>0&&_.auto(n,ps)&&(M==null||M.min==null)){let $=Se(Qe,0),ot=Se(tn,D.length-1),ft=P.min==null?v0(D,$,ot,V,_.distr==3):[P.min,P.max];_.min=Si(_.min,P.min=ft[0]),_.max=zn(_.max,P.max=ft[1])}}let te={min:null,max:null};function ue(){for(let D in w){let V=w[D];W[D]==null&&(V.min==null||W[E]!=null&&V.auto(n,ps))&&(W[D]=te)}for(let D in w){let V=w[D];W[D]==null&&V.from!=null&&W[V.from]!=null&&(W[D]=te)}W[E]!=null&&le(!0);let _={};for(let D in W){let V=W[D];if(V!=null){let $=_[D]=Mr(w[D],C0);if(V.min!=null)cn($,V);else if(D!=E||s==2)if($e==0&&$.from==null){let ot=$.range(n,null,null,D);$.min=ot[0],$.max=ot[1]}else $.min=De,$.max=-De}}if($e>0){y.forEach((D,V)=>{if(s==1){let $=D.scale,ot=W[$];if(ot==null)return;let ft=_[$];if(V==0){let yt=ft.range(n,ft.min,ft.max,$);ft.min=yt[0],ft.max=yt[1],Qe=vi(ft.min,t[0]),tn=vi(ft.max,t[0]),tn-Qe>1&&(t[0][Qe]<ft.min&&Qe++,t[0][tn]>ft.max&&tn--),D.min=Zn[Qe],D.max=Zn[tn]}else D.show&&D.auto&&zt(ft,ot,D,t[V],D.sorted);D.idxs[0]=Qe,D.idxs[1]=tn}else if(V>0&&D.show&&D.auto){let[$,ot]=D.facets,ft=$.scale,yt=ot.scale,[Lt,Dt]=t[V],Ft=_[ft],ie=_[yt];Ft!=null&&zt(Ft,W[ft],$,Lt,$.sorted),ie!=null&&zt(ie,W[yt],ot,Dt,ot.sorted),D.min=ot.min,D.max=ot.max}});for(let D in _){let V=_[D],$=W[D];if(V.from==null&&($==null||$.min==null)){let ot=V.range(n,V.min==De?null:V.min,V.max==-De?null:V.max,D);V.min=ot[0],V.max=ot[1]}}}for(let D in _){let V=_[D];if(V.from!=null){let $=_[V.from];if($.min==null)V.min=V.max=null;else{let ot=V.range(n,$.min,$.max,D);V.min=ot[0],V.max=ot[1]}}}let M={},P=!1;for(let D in _){let V=_[D],$=w[D];if($.min!=V.min||$.max!=V.max){$.min=V.min,$.max=V.max;let ot=$.distr;$._min=ot==3?ji($.min):ot==4?th($.min,$.asinh):ot==100?$.fwd($.min):$.min,$._max=ot==3?ji($.max):ot==4?th($.max,$.asinh):ot==100?$.fwd($.max):$.max,M[D]=P=!0}}if(P){y.forEach((D,V)=>{s==2?V>0&&M.y&&(D._paths=null):M[D.scale]&&(D._paths=null)});for(let D in M)xt=!0,Sn("setScale",D);pt&&ht.left>=0&&(tt=dt=!0)}for(let D in W)W[D]=null}function Bt(_){let M=lh(Qe-1,0,$e-1),P=lh(tn+1,0,$e-1);for(;_[M]==null&&M>0;)M--;for(;_[P]==null&&P<$e-1;)P++;return[M,P]}function fe(){if($e>0){let _=y.some(M=>M._focus)&&Ct!=Ot.alpha;_&&(f.globalAlpha=Ct=Ot.alpha),y.forEach((M,P)=>{if(P>0&&M.show&&(Ye(P,!1),Ye(P,!0),M._paths==null)){let D=Ct;Ct!=M.alpha&&(f.globalAlpha=Ct=M.alpha);let V=s==2?[0,t[P][0].length-1]:Bt(t[P]);M._paths=M.paths(n,P,V[0],V[1]),Ct!=D&&(f.globalAlpha=Ct=D)}}),y.forEach((M,P)=>{if(P>0&&M.show){let D=Ct;Ct!=M.alpha&&(f.globalAlpha=Ct=M.alpha),M._paths!=null&&Ae(P,!1);{let V=M._paths!=null?M._paths.gaps:null,$=M.points.show(n,P,Qe,tn,V),ot=M.points.filter(n,P,$,V);($||ot)&&(M.points._paths=M.points.paths(n,P,Qe,tn,ot),Ae(P,!0))}Ct!=D&&(f.globalAlpha=Ct=D),Sn("drawSeries",P)}}),_&&(f.globalAlpha=Ct=1)}}function Ye(_,M){let P=M?y[_].points:y[_];P._stroke=P.stroke(n,_),P._fill=P.fill(n,_)}function Ae(_,M){let P=M?y[_].points:y[_],{stroke:D,fill:V,clip:$,flags:ot,_stroke:ft=P._stroke,_fill:yt=P._fill,_width:Lt=P.width}=P._paths;Lt=Ne(Lt*be,3);let Dt=null,Ft=Lt%2/2;M&&yt==null&&(yt=Lt>0?"#fff":ft);let ie=P.pxAlign==1&&Ft>0;if(ie&&f.translate(Ft,Ft),!M){let Me=R-Lt/2,ve=S-Lt/2,pe=X+Lt,Jt=ct+Lt;Dt=new Path2D,Dt.rect(Me,ve,pe,Jt)}M?Nt(ft,Lt,P.dash,P.cap,yt,D,V,ot,$):Re(_,ft,Lt,P.dash,P.cap,yt,D,V,ot,Dt,$),ie&&f.translate(-Ft,-Ft)}function Re(_,M,P,D,V,$,ot,ft,yt,Lt,Dt){let Ft=!1;yt!=0&&C.forEach((ie,Me)=>{if(ie.series[0]==_){let ve=y[ie.series[1]],pe=t[ie.series[1]],Jt=(ve._paths||So).band;vs(Jt)&&(Jt=ie.dir==1?Jt[0]:Jt[1]);let Wt,Ve=null;ve.show&&Jt&&M0(pe,Qe,tn)?(Ve=ie.fill(n,Me)||$,Wt=ve._paths.clip):Jt=null,Nt(M,P,D,V,Ve,ot,ft,yt,Lt,Dt,Wt,Jt),Ft=!0}}),Ft||Nt(M,P,D,V,$,ot,ft,yt,Lt,Dt)}let fn=br|uh;function Nt(_,M,P,D,V,$,ot,ft,yt,Lt,Dt,Ft){Tt(_,M,P,D,V),(yt||Lt||Ft)&&(f.save(),yt&&f.clip(yt),Lt&&f.clip(Lt)),Ft?(ft&fn)==fn?(f.clip(Ft),Dt&&f.clip(Dt),me(V,ot),rn(_,$,M)):ft&uh?(me(V,ot),f.clip(Ft),rn(_,$,M)):ft&br&&(f.save(),f.clip(Ft),Dt&&f.clip(Dt),me(V,ot),f.restore(),rn(_,$,M)):(me(V,ot),rn(_,$,M)),(yt||Lt||Ft)&&f.restore()}function rn(_,M,P){P>0&&(M instanceof Map?M.forEach((D,V)=>{f.strokeStyle=ar=V,f.stroke(D)}):M!=null&&_&&f.stroke(M))}function me(_,M){M instanceof Map?M.forEach((P,D)=>{f.fillStyle=ms=D,f.fill(P)}):M!=null&&_&&f.fill(M)}function $i(_,M,P,D){let V=A[_],$;if(D<=0)$=[0,0];else{let ot=V._space=V.space(n,_,M,P,D),ft=V._incrs=V.incrs(n,_,M,P,D,ot);$=H_(M,P,ft,D,ot)}return V._found=$}function on(_,M,P,D,V,$,ot,ft,yt,Lt){let Dt=ot%2/2;v==1&&f.translate(Dt,Dt),Tt(ft,ot,yt,Lt,ft),f.beginPath();let Ft,ie,Me,ve,pe=V+(D==0||D==3?-$:$);P==0?(ie=V,ve=pe):(Ft=V,Me=pe);for(let Jt=0;Jt<_.length;Jt++)M[Jt]!=null&&(P==0?Ft=Me=_[Jt]:ie=ve=_[Jt],f.moveTo(Ft,ie),f.lineTo(Me,ve));f.stroke(),v==1&&f.translate(-Dt,-Dt)}function cr(_){let M=!0;return A.forEach((P,D)=>{if(!P.show)return;let V=w[P.scale];if(V.min==null){P._show&&(M=!1,P._show=!1,le(!1));return}else P._show||(M=!1,P._show=!0,le(!1));let $=P.side,ot=$%2,{min:ft,max:yt}=V,[Lt,Dt]=$i(D,ft,yt,ot==0?O:Rt);if(Dt==0)return;let Ft=V.distr==2,ie=P._splits=P.splits(n,D,ft,yt,Lt,Dt,Ft),Me=V.distr==2?ie.map(Wt=>Zn[Wt]):ie,ve=V.distr==2?Zn[ie[1]]-Zn[ie[0]]:Lt,pe=P._values=P.values(n,P.filter(n,Me,D,Dt,ve),D,Dt,ve);P._rotate=$==2?P.rotate(n,pe,D,Dt):0;let Jt=P._size;P._size=fi(P.size(n,pe,D,_)),Jt!=null&&P._size!=Jt&&(M=!1)}),M}function Li(_){let M=!0;return lo.forEach((P,D)=>{let V=P(n,D,Pi,_);V!=gi[D]&&(M=!1),gi[D]=V}),M}function Ji(){for(let _=0;_<A.length;_++){let M=A[_];if(!M.show||!M._show)continue;let P=M.side,D=P%2,V,$,ot=M.stroke(n,_),ft=P==0||P==3?-1:1,[yt,Lt]=M._found;if(M.label!=null){let On=M.labelGap*ft,Kn=dn((M._lpos+On)*be);Pt(M.labelFont[0],ot,"center",P==2?"top":Ef),f.save(),D==1?(V=$=0,f.translate(Kn,dn(S+ct/2)),f.rotate((P==3?-va:va)/2)):(V=dn(R+X/2),$=Kn);let Gs=md(M.label)?M.label(n,_,yt,Lt):M.label;f.fillText(Gs,V,$),f.restore()}if(Lt==0)continue;let Dt=w[M.scale],Ft=D==0?X:ct,ie=D==0?R:S,Me=M._splits,ve=Dt.distr==2?Me.map(On=>Zn[On]):Me,pe=Dt.distr==2?Zn[Me[1]]-Zn[Me[0]]:yt,Jt=M.ticks,Wt=M.border,Ve=Jt.show?Jt.size:0,Ke=dn(Ve*be),Mn=dn((M.alignTo==2?M._size-Ve-M.gap:M.gap)*be),Ie=M._rotate*-va/180,je=m(M._pos*be),$n=(Ke+Mn)*ft,Fn=je+$n;$=D==0?Fn:0,V=D==1?Fn:0;let ci=M.font[0],_i=M.align==1?_r:M.align==2?Kc:Ie>0?_r:Ie<0?Kc:D==0?"center":P==3?Kc:_r,Ui=Ie||D==1?"middle":P==2?"top":Ef;Pt(ci,ot,_i,Ui);let Jn=M.font[1]*M.lineGap,hi=Me.map(On=>m(a(On,Dt,Ft,ie))),xi=M._values;for(let On=0;On<xi.length;On++){let Kn=xi[On];if(Kn!=null){D==0?V=hi[On]:$=hi[On],Kn=""+Kn;let Gs=Kn.indexOf(`
`)==-1?[Kn]:Kn.split(/\n/gm);for(let Bn=0;Bn<Gs.length;Bn++){let Mf=Gs[Bn];Ie?(f.save(),f.translate(V,$+Bn*Jn),f.rotate(Ie),f.fillText(Mf,0,0),f.restore()):f.fillText(Mf,V,$+Bn*Jn)}}}Jt.show&&on(hi,Jt.filter(n,ve,_,Lt,pe),D,P,je,Ke,Ne(Jt.width*be,3),Jt.stroke(n,_),Jt.dash,Jt.cap);let Fi=M.grid;Fi.show&&on(hi,Fi.filter(n,ve,_,Lt,pe),D,D==0?2:1,D==0?S:R,D==0?ct:X,Ne(Fi.width*be,3),Fi.stroke(n,_),Fi.dash,Fi.cap),Wt.show&&on([je],[1],D==0?1:0,D==0?1:2,D==1?S:R,D==1?ct:X,Ne(Wt.width*be,3),Wt.stroke(n,_),Wt.dash,Wt.cap)}Sn("drawAxes")}function le(_){y.forEach((M,P)=>{P>0&&(M._paths=null,_&&(s==1?(M.min=null,M.max=null):M.facets.forEach(D=>{D.min=null,D.max=null})))})}let Je=!1,Un=!1,Ce=[];function an(){Un=!1;for(let _=0;_<Ce.length;_++)Sn(...Ce[_]);Ce.length=0}function Cn(){Je||(F0(sf),Je=!0)}function pa(_,M=!1){Je=!0,Un=M,_(n),sf(),M&&Ce.length>0&&queueMicrotask(an)}n.batch=pa;function sf(){if(rt&&(ue(),rt=!1),xt&&(bt(),xt=!1),gt){if(Ge(d,_r,Yt),Ge(d,"top",re),Ge(d,_o,O),Ge(d,xo,Rt),Ge(g,_r,Yt),Ge(g,"top",re),Ge(g,_o,O),Ge(g,xo,Rt),Ge(u,_o,Ze),Ge(u,xo,sn),h.width=dn(Ze*be),h.height=dn(sn*be),A.forEach(({_el:_,_show:M,_size:P,_pos:D,side:V})=>{if(_!=null)if(M){let $=V===3||V===0?P:0,ot=V%2==1;Ge(_,ot?"left":"top",D-$),Ge(_,ot?"width":"height",P),Ge(_,ot?"top":"left",ot?re:Yt),Ge(_,ot?"height":"width",ot?Rt:O),oh(_,Xs)}else jn(_,Xs)}),ar=ms=lr=B=K=q=Z=wt=b=null,Ct=1,po(!0),Yt!=Mt||re!=Le||O!=kt||Rt!=Xt){le(!1);let _=O/kt,M=Rt/Xt;if(pt&&!tt&&ht.left>=0){ht.left*=_,ht.top*=M,hr&&Bi(hr,dn(ht.left),0,O,Rt),ur&&Bi(ur,0,dn(ht.top),O,Rt);for(let P=0;P<oe.length;P++){let D=oe[P];D!=null&&(Be[P]*=_,Nn[P]*=M,Bi(D,fi(Be[P]),fi(Nn[P]),O,Rt))}}if(ke.show&&!nt&&ke.left>=0&&ke.width>0){ke.left*=_,ke.width*=_,ke.top*=M,ke.height*=M;for(let P in Xc)Ge(pr,P,ke[P])}Mt=Yt,Le=re,kt=O,Xt=Rt}Sn("setSize"),gt=!1}Ze>0&&sn>0&&(f.clearRect(0,0,h.width,h.height),Sn("drawClear"),T.forEach(_=>_()),Sn("draw")),ke.show&&nt&&(ma(ke),nt=!1),pt&&tt&&(Vs(null,!0,!1),tt=!1),ut.show&&ut.live&&dt&&(Hc(),dt=!1),l||(l=!0,n.status=1,Sn("ready")),ps=!1,Je=!1}n.redraw=(_,M)=>{xt=M||!1,_!==!1?_s(E,L.min,L.max):Cn()};function kc(_,M){let P=w[_];if(P.from==null){if($e==0){let D=P.range(n,M.min,M.max,_);M.min=D[0],M.max=D[1]}if(M.min>M.max){let D=M.min;M.min=M.max,M.max=D}if($e>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;_==E&&P.distr==2&&$e>0&&(M.min=vi(M.min,t[0]),M.max=vi(M.max,t[0]),M.min==M.max&&M.max++),W[_]=M,rt=!0,Cn()}}n.setScale=kc;let Vc,Gc,hr,ur,rf,of,fr,dr,af,lf,ze,Xe,gs=!1,An=ht.drag,yn=An.x,vn=An.y;pt&&(ht.x&&(Vc=ui(o0,g)),ht.y&&(Gc=ui(a0,g)),L.ori==0?(hr=Vc,ur=Gc):(hr=Gc,ur=Vc),ze=ht.left,Xe=ht.top);let ke=n.select=cn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),pr=ke.show?ui(r0,ke.over?g:d):null;function ma(_,M){if(ke.show){for(let P in _)ke[P]=_[P],P in Xc&&Ge(pr,P,_[P]);M!==!1&&Sn("setSelect")}}n.setSelect=ma;function Ng(_){if(y[_].show)Q&&oh(se[_],Xs);else if(Q&&jn(se[_],Xs),pt){let P=At?oe[0]:oe[_];P!=null&&Bi(P,-10,-10,O,Rt)}}function _s(_,M,P){kc(_,{min:M,max:P})}function Di(_,M,P,D){M.focus!=null&&zg(_),M.show!=null&&y.forEach((V,$)=>{$>0&&(_==$||_==null)&&(V.show=M.show,Ng($),s==2?(_s(V.facets[0].scale,null,null),_s(V.facets[1].scale,null,null)):_s(V.scale,null,null),Cn())}),P!==!1&&Sn("setSeries",_,M),D&&mo("setSeries",n,_,M)}n.setSeries=Di;function Ug(_,M){cn(C[_],M)}function Fg(_,M){_.fill=ge(_.fill||null),_.dir=Se(_.dir,-1),M=M??C.length,C.splice(M,0,_)}function Og(_){_==null?C.length=0:C.splice(_,1)}n.addBand=Fg,n.setBand=Ug,n.delBand=Og;function Bg(_,M){y[_].alpha=M,pt&&oe[_]!=null&&(oe[_].style.opacity=M),Q&&se[_]&&(se[_].style.opacity=M)}let Ki,xs,ks,mr={focus:!0};function zg(_){if(_!=ks){let M=_==null,P=Ot.alpha!=1;y.forEach((D,V)=>{if(s==1||V>0){let $=M||V==0||V==_;D._focus=M?null:$,P&&Bg(V,$?1:Ot.alpha)}}),ks=_,P&&Cn()}}Q&&jt&&ye(Pf,Et,_=>{ht._lock||(Kt(_),ks!=null&&Di(null,mr,!0,ln.setSeries))});function Ni(_,M,P){let D=w[M];P&&(_=_/be-(D.ori==1?re:Yt));let V=O;D.ori==1&&(V=Rt,_=V-_),D.dir==-1&&(_=V-_);let $=D._min,ot=D._max,ft=_/V,yt=$+(ot-$)*ft,Lt=D.distr;return Lt==3?vr(10,yt):Lt==4?w0(yt,D.asinh):Lt==100?D.bwd(yt):yt}function kg(_,M){let P=Ni(_,E,M);return vi(P,t[0],Qe,tn)}n.valToIdx=_=>vi(_,t[0]),n.posToIdx=kg,n.posToVal=Ni,n.valToPos=(_,M,P)=>w[M].ori==0?r(_,w[M],P?X:O,P?R:0):o(_,w[M],P?ct:Rt,P?S:0),n.setCursor=(_,M,P)=>{ze=_.left,Xe=_.top,Vs(null,M,P)};function cf(_,M){Ge(pr,_r,ke.left=_),Ge(pr,_o,ke.width=M)}function hf(_,M){Ge(pr,"top",ke.top=_),Ge(pr,xo,ke.height=M)}let uo=L.ori==0?cf:hf,fo=L.ori==1?cf:hf;function Vg(){if(Q&&ut.live)for(let _=s==2?1:0;_<y.length;_++){if(_==0&&ae)continue;let M=ut.values[_],P=0;for(let D in M)Vt[_][P++].firstChild.nodeValue=M[D]}}function Hc(_,M){if(_!=null&&(_.idxs?_.idxs.forEach((P,D)=>{it[D]=P}):R0(_.idx)||it.fill(_.idx),ut.idx=it[0]),Q&&ut.live){for(let P=0;P<y.length;P++)(P>0||s==1&&!ae)&&Gg(P,it[P]);Vg()}dt=!1,M!==!1&&Sn("setLegend")}n.setLegend=Hc;function Gg(_,M){let P=y[_],D=_==0&&z==2?Zn:t[_],V;ae?V=P.values(n,_,M)??ne:(V=P.value(n,M==null?null:D[M],_,M),V=V==null?ne:{_:V}),ut.values[_]=V}function Vs(_,M,P){af=ze,lf=Xe,[ze,Xe]=ht.move(n,ze,Xe),ht.left=ze,ht.top=Xe,pt&&(hr&&Bi(hr,dn(ze),0,O,Rt),ur&&Bi(ur,0,dn(Xe),O,Rt));let D,V=Qe>tn;Ki=De,xs=null;let $=L.ori==0?O:Rt,ot=L.ori==1?O:Rt;if(ze<0||$e==0||V){D=ht.idx=null;for(let ft=0;ft<y.length;ft++){let yt=oe[ft];yt!=null&&Bi(yt,-10,-10,O,Rt)}jt&&Di(null,mr,!0,_==null&&ln.setSeries),ut.live&&(it.fill(D),dt=!0)}else{let ft,yt,Lt;s==1&&(ft=L.ori==0?ze:Xe,yt=Ni(ft,E),D=ht.idx=vi(yt,t[0],Qe,tn),Lt=k(t[0][D],L,$,0));let Dt=-10,Ft=-10,ie=0,Me=0,ve=!0,pe="",Jt="";for(let Wt=s==2?1:0;Wt<y.length;Wt++){let Ve=y[Wt],Ke=it[Wt],Mn=Ke==null?null:s==1?t[Wt][Ke]:t[Wt][1][Ke],Ie=ht.dataIdx(n,Wt,D,yt),je=Ie==null?null:s==1?t[Wt][Ie]:t[Wt][1][Ie];if(dt=dt||je!=Mn||Ie!=Ke,it[Wt]=Ie,Wt>0&&Ve.show){let $n=Ie==null?-10:Ie==D?Lt:k(s==1?t[0][Ie]:t[Wt][0][Ie],L,$,0),Fn=je==null?-10:N(je,s==1?w[Ve.scale]:w[Ve.facets[1].scale],ot,0);if(jt&&je!=null){let ci=L.ori==1?ze:Xe,_i=pn(Ot.dist(n,Wt,Ie,Fn,ci));if(_i<Ki){let Ui=Ot.bias;if(Ui!=0){let Jn=Ni(ci,Ve.scale),hi=je>=0?1:-1,xi=Jn>=0?1:-1;xi==hi&&(xi==1?Ui==1?je>=Jn:je<=Jn:Ui==1?je<=Jn:je>=Jn)&&(Ki=_i,xs=Wt)}else Ki=_i,xs=Wt}}if(dt||At){let ci,_i;L.ori==0?(ci=$n,_i=Fn):(ci=Fn,_i=$n);let Ui,Jn,hi,xi,Fi,On,Kn=!0,Gs=at.bbox;if(Gs!=null){Kn=!1;let Bn=Gs(n,Wt);hi=Bn.left,xi=Bn.top,Ui=Bn.width,Jn=Bn.height}else hi=ci,xi=_i,Ui=Jn=at.size(n,Wt);if(On=at.fill(n,Wt),Fi=at.stroke(n,Wt),At)Wt==xs&&Ki<=Ot.prox&&(Dt=hi,Ft=xi,ie=Ui,Me=Jn,ve=Kn,pe=On,Jt=Fi);else{let Bn=oe[Wt];Bn!=null&&(Be[Wt]=hi,Nn[Wt]=xi,Of(Bn,Ui,Jn,Kn),Uf(Bn,On,Fi),Bi(Bn,fi(hi),fi(xi),O,Rt))}}}}if(At){let Wt=Ot.prox,Ve=ks==null?Ki<=Wt:Ki>Wt||xs!=ks;if(dt||Ve){let Ke=oe[0];Ke!=null&&(Be[0]=Dt,Nn[0]=Ft,Of(Ke,ie,Me,ve),Uf(Ke,pe,Jt),Bi(Ke,fi(Dt),fi(Ft),O,Rt))}}}if(ke.show&&gs)if(_!=null){let[ft,yt]=ln.scales,[Lt,Dt]=ln.match,[Ft,ie]=_.cursor.sync.scales,Me=_.cursor.drag;if(yn=Me._x,vn=Me._y,yn||vn){let{left:ve,top:pe,width:Jt,height:Wt}=_.select,Ve=_.scales[Ft].ori,Ke=_.posToVal,Mn,Ie,je,$n,Fn,ci=ft!=null&&Lt(ft,Ft),_i=yt!=null&&Dt(yt,ie);ci&&yn?(Ve==0?(Mn=ve,Ie=Jt):(Mn=pe,Ie=Wt),je=w[ft],$n=k(Ke(Mn,Ft),je,$,0),Fn=k(Ke(Mn+Ie,Ft),je,$,0),uo(Si($n,Fn),pn(Fn-$n))):uo(0,$),_i&&vn?(Ve==1?(Mn=ve,Ie=Jt):(Mn=pe,Ie=Wt),je=w[yt],$n=N(Ke(Mn,ie),je,ot,0),Fn=N(Ke(Mn+Ie,ie),je,ot,0),fo(Si($n,Fn),pn(Fn-$n))):fo(0,ot)}else qc()}else{let ft=pn(af-rf),yt=pn(lf-of);if(L.ori==1){let ie=ft;ft=yt,yt=ie}yn=An.x&&ft>=An.dist,vn=An.y&&yt>=An.dist;let Lt=An.uni;Lt!=null?yn&&vn&&(yn=ft>=Lt,vn=yt>=Lt,!yn&&!vn&&(yt>ft?vn=!0:yn=!0)):An.x&&An.y&&(yn||vn)&&(yn=vn=!0);let Dt,Ft;yn&&(L.ori==0?(Dt=fr,Ft=ze):(Dt=dr,Ft=Xe),uo(Si(Dt,Ft),pn(Ft-Dt)),vn||fo(0,ot)),vn&&(L.ori==1?(Dt=fr,Ft=ze):(Dt=dr,Ft=Xe),fo(Si(Dt,Ft),pn(Ft-Dt)),yn||uo(0,$)),!yn&&!vn&&(uo(0,0),fo(0,0))}if(An._x=yn,An._y=vn,_==null){if(P){if(Sf!=null){let[ft,yt]=ln.scales;ln.values[0]=ft!=null?Ni(L.ori==0?ze:Xe,ft):null,ln.values[1]=yt!=null?Ni(L.ori==1?ze:Xe,yt):null}mo(jc,n,ze,Xe,O,Rt,D)}if(jt){let ft=P&&ln.setSeries,yt=Ot.prox;ks==null?Ki<=yt&&Di(xs,mr,!0,ft):Ki>yt?Di(null,mr,!0,ft):xs!=ks&&Di(xs,mr,!0,ft)}}dt&&(ut.idx=D,Hc()),M!==!1&&Sn("setCursor")}let ys=null;Object.defineProperty(n,"rect",{get(){return ys==null&&po(!1),ys}});function po(_=!1){_?ys=null:(ys=g.getBoundingClientRect(),Sn("syncRect",ys))}function uf(_,M,P,D,V,$,ot){ht._lock||gs&&_!=null&&_.movementX==0&&_.movementY==0||(Wc(_,M,P,D,V,$,ot,!1,_!=null),_!=null?Vs(null,!0,!0):Vs(M,!0,!1))}function Wc(_,M,P,D,V,$,ot,ft,yt){if(ys==null&&po(!1),Kt(_),_!=null)P=_.clientX-ys.left,D=_.clientY-ys.top;else{if(P<0||D<0){ze=-10,Xe=-10;return}let[Lt,Dt]=ln.scales,Ft=M.cursor.sync,[ie,Me]=Ft.values,[ve,pe]=Ft.scales,[Jt,Wt]=ln.match,Ve=M.axes[0].side%2==1,Ke=L.ori==0?O:Rt,Mn=L.ori==1?O:Rt,Ie=Ve?$:V,je=Ve?V:$,$n=Ve?D:P,Fn=Ve?P:D;if(ve!=null?P=Jt(Lt,ve)?a(ie,w[Lt],Ke,0):-10:P=Ke*($n/Ie),pe!=null?D=Wt(Dt,pe)?a(Me,w[Dt],Mn,0):-10:D=Mn*(Fn/je),L.ori==1){let ci=P;P=D,D=ci}}yt&&(M==null||M.cursor.event.type==jc)&&((P<=1||P>=O-1)&&(P=Hs(P,O)),(D<=1||D>=Rt-1)&&(D=Hs(D,Rt))),ft?(rf=P,of=D,[fr,dr]=ht.move(n,P,D)):(ze=P,Xe=D)}let Xc={width:0,height:0,left:0,top:0};function qc(){ma(Xc,!1)}let ff,df,pf,mf;function gf(_,M,P,D,V,$,ot){gs=!0,yn=vn=An._x=An._y=!1,Wc(_,M,P,D,V,$,ot,!0,!1),_!=null&&(ye(Qc,sh,_f,!1),mo(Rf,n,fr,dr,O,Rt,null));let{left:ft,top:yt,width:Lt,height:Dt}=ke;ff=ft,df=yt,pf=Lt,mf=Dt}function _f(_,M,P,D,V,$,ot){gs=An._x=An._y=!1,Wc(_,M,P,D,V,$,ot,!1,!0);let{left:ft,top:yt,width:Lt,height:Dt}=ke,Ft=Lt>0||Dt>0,ie=ff!=ft||df!=yt||pf!=Lt||mf!=Dt;if(Ft&&ie&&ma(ke),An.setScale&&Ft&&ie){let Me=ft,ve=Lt,pe=yt,Jt=Dt;if(L.ori==1&&(Me=yt,ve=Dt,pe=ft,Jt=Lt),yn&&_s(E,Ni(Me,E),Ni(Me+ve,E)),vn)for(let Wt in w){let Ve=w[Wt];Wt!=E&&Ve.from==null&&Ve.min!=De&&_s(Wt,Ni(pe+Jt,Wt),Ni(pe,Wt))}qc()}else ht.lock&&(ht._lock=!ht._lock,Vs(M,!0,_!=null));_!=null&&(un(Qc,sh),mo(Qc,n,ze,Xe,O,Rt,null))}function Hg(_,M,P,D,V,$,ot){if(ht._lock)return;Kt(_);let ft=gs;if(gs){let yt=!0,Lt=!0,Dt=10,Ft,ie;L.ori==0?(Ft=yn,ie=vn):(Ft=vn,ie=yn),Ft&&ie&&(yt=ze<=Dt||ze>=O-Dt,Lt=Xe<=Dt||Xe>=Rt-Dt),Ft&&yt&&(ze=ze<fr?0:O),ie&&Lt&&(Xe=Xe<dr?0:Rt),Vs(null,!0,!0),gs=!1}ze=-10,Xe=-10,it.fill(null),Vs(null,!0,!0),ft&&(gs=ft)}function xf(_,M,P,D,V,$,ot){ht._lock||(Kt(_),ho(),qc(),_!=null&&mo(If,n,ze,Xe,O,Rt,null))}function yf(){A.forEach(W_),F(n.width,n.height,!0)}qs(Sa,yr,yf);let gr={};gr.mousedown=gf,gr.mousemove=uf,gr.mouseup=_f,gr.dblclick=xf,gr.setSeries=(_,M,P,D)=>{let V=ln.match[2];P=V(n,M,P),P!=-1&&Di(P,D,!0,!1)},pt&&(ye(Rf,g,gf),ye(jc,g,uf),ye(Cf,g,_=>{Kt(_),po(!1)}),ye(Pf,g,Hg),ye(If,g,xf),fh.add(n),n.syncRect=po);let ga=n.hooks=i.hooks||{};function Sn(_,M,P){Un?Ce.push([_,M,P]):_ in ga&&ga[_].forEach(D=>{D.call(null,n,M,P)})}(i.plugins||[]).forEach(_=>{for(let M in _.hooks)ga[M]=(ga[M]||[]).concat(_.hooks[M])});let vf=(_,M,P)=>P,ln=cn({key:null,setSeries:!1,filters:{pub:Gf,sub:Gf},scales:[E,y[1]?y[1].scale:null],match:[Hf,Hf,vf],values:[null,null]},ht.sync);ln.match.length==2&&ln.match.push(vf),ht.sync=ln;let Sf=ln.key,Yc=zd(Sf);function mo(_,M,P,D,V,$,ot){ln.filters.pub(_,M,P,D,V,$,ot)&&Yc.pub(_,M,P,D,V,$,ot)}Yc.sub(n);function Wg(_,M,P,D,V,$,ot){ln.filters.sub(_,M,P,D,V,$,ot)&&gr[_](null,M,P,D,V,$,ot)}n.pub=Wg;function Xg(){Yc.unsub(n),fh.delete(n),xn.clear(),ah(Sa,yr,yf),c.remove(),Et?.remove(),Sn("destroy")}n.destroy=Xg;function Zc(){Sn("init",i,t),co(t||i.data,!1),W[E]?kc(E,W[E]):ho(),nt=ke.show&&(ke.width>0||ke.height>0),tt=dt=!0,F(i.width,i.height)}return y.forEach(or),A.forEach(Yi),e?e instanceof HTMLElement?(e.appendChild(c),Zc()):e(n,Zc):Zc(),n}en.assign=cn;en.fmtNum=yh;en.rangeNum=Ma;en.rangeLog=Ta;en.rangeAsinh=_h;en.orient=Zs;en.pxRatio=be;en.join=U0;en.fmtDate=Sh,en.tzDate=q0;en.sync=zd;{en.addGap=R_,en.clipGaps=Ra;let i=en.paths={points:Xd};i.linear=Yd,i.stepped=I_,i.bars=L_,i.spline=N_}var X_={whole:Uint16Array,u4:Uint32Array,f4:Float32Array},Kd=65535,jd=[];async function Qd(){let i=new Blob([tp(document.getElementById("data").textContent)]).stream().pipeThrough(new DecompressionStream("deflate")),t=await new Response(i).json();return{arrays:jd}=t,t}function tp(i){return Uint8Array.from(atob(i),t=>t.charCodeAt(0))}function kn({kind:i,shape:t,data:e,low:n,high:s}){let r=tp(jd[e]);if(i!=="codes")return new X_[i](r.buffer);let o=r.length/2,a=t.slice(1).reduce((h,f)=>h*f,1),l=(s-n)/(Kd-1),c=new Uint16Array(o);for(let h=0;h<o;h++)c[h]=(h<a?0:c[h-a])+r[h]+256*r[o+h];return Float32Array.from(c,h=>h===Kd?NaN:n+l*h)}function ep(i){return Array.from(kn(i),t=>Number.isNaN(t)?null:t)}var q_=en.paths.linear();function np(i,t,e){return(n,s,r,o)=>o-r>2*n.bbox.width?sp(Y_(n,s,r,o,t,e),i):q_(n,s,r,o)}function ip(i,t){return(e,n,s,r)=>{let o=new Path2D,a=Math.round(t*devicePixelRatio),[l,c]=[e.data[0],e.data[n]];for(let h=s;h<=r;h++)c[h]!==null&&o.rect(Math.round(e.valToPos(l[h],"x",!0)-a/2),Math.round(e.valToPos(c[h],"y",!0)-a/2),a,a);return sp(o,i)}}function sp(i,t){return{stroke:null,fill:i,_fill:t,_width:0}}function Y_(i,t,e,n,s,r){let o=new Path2D,[a,l]=[i.data[0],i.data[t]],c=s*devicePixelRatio,[h,f]=r.length?r.map(p=>p*devicePixelRatio):[1,0],u=null,d=0,g=0,v=null,m=()=>{u!==null&&u%(h+f)<h&&o.rect(u,d-c/2,1,g-d+c),u=null};for(let p=e;p<=n;p++){if(l[p]===null){m(),v=null;continue}let y=Math.round(i.valToPos(a[p],"x",!0)),A=i.valToPos(l[p],"y",!0);y!==u&&(v!==null&&y>u+1&&Z_(o,u+1,v,y,A,c),m(),u=y,d=Math.min(A,v??A),g=Math.max(A,v??A)),d=Math.min(d,A),g=Math.max(g,A),v=A}return m(),o}function Z_(i,t,e,n,s,r){i.moveTo(t,e-r/2),i.lineTo(n,s-r/2),i.lineTo(n,s+r/2),i.lineTo(t,e+r/2),i.closePath()}var rp=matchMedia("(prefers-color-scheme: dark)"),op=matchMedia("print");function xe(i){return getComputedStyle(document.documentElement).getPropertyValue(`--${i}`).trim()}function Ar(i){rp.addEventListener("change",i),op.addEventListener("change",i)}var $_=[[68,1,84],[59,82,139],[33,145,140],[94,201,98],[253,231,37]],J_=[[150,110,190],[104,132,200],[56,170,165],[110,214,112],[253,231,37]];function La(i){let t=rp.matches&&!op.matches?J_:$_,e=Math.min(Math.max(i,0),1)*(t.length-1),n=Math.min(Math.floor(e),t.length-2);return`rgb(${t[n].map((r,o)=>Math.round(r+(e-n)*(t[n+1][o]-r))).join(",")})`}function Da(i){return i>0?(Math.log10(i)+2)/2:0}var K_={measured:1,file:1.2,estimate:1.6,truth:1.6,normal:1.4},j_={file:[6,4],normal:[3,3],limit:[8,4]};function lp(i){let t=xe(i.style),e=K_[i.style]??1.2,n=j_[i.style]??[],s={label:i.name,stroke:t,width:e,dash:n,points:{show:!1},spanGaps:!1};return i.form==="bars"?{...s,width:0,fill:Q_(t),paths:en.paths.bars({size:[.95,100]})}:i.form!=="points"?{...s,paths:np(t,e,n)}:i.style!=="median"?{...s,paths:ip(t,3)}:{...s,paths:()=>null,points:{show:!0,size:8,width:2,fill:xe("paper"),stroke:t}}}function Q_(i){return`color-mix(in srgb, ${i} 55%, transparent)`}function cp(i,t){let e={stroke:xe("soft"),grid:{stroke:xe("line"),width:1},ticks:{stroke:xe("line"),width:1},font:"12px system-ui, sans-serif"};return[{...e,size:34,space:60,values:(n,s)=>s.map(r=>ap(r,i.log.includes("x"),t?" s":""))},{...e,size:62,space:24,values:(n,s)=>s.map(r=>ap(r,i.log.includes("y"),""))}]}function ap(i,t,e){return i==null||t&&Math.abs(Math.log10(i)-Math.round(Math.log10(i)))>1e-6?"":`${Wn(i,4)}${e}`}var Rh=new WeakMap;function hp(i){return Rh.has(i)||Rh.set(i,kn(i.spans)),Rh.get(i)}function up(i,t){dp(i,()=>{for(let e of t)(e.kind==="held"?tx:nx)(i,hp(e))})}function fp(i,t,e){dp(i,()=>{for(let n of t)n.kind==="held"&&ex(i,hp(n));for(let n of e)sx(i,n)})}function dp({ctx:i,bbox:t},e){i.save(),i.beginPath(),i.rect(t.left,t.top,t.width,t.height),i.clip(),e(),i.restore()}function tx(i,t){let{ctx:e,bbox:n}=i;for(let s=0;s<t.length;s+=2){let r=i.valToPos(t[s],"x",!0),o=i.valToPos(t[s+1],"x",!0);e.fillStyle=xe("held-out"),e.fillRect(r,n.top,o-r,n.height),e.fillStyle=xe("soft");for(let a of[r,o])e.fillRect(Math.round(a),n.top,1,n.height)}}function ex(i,t){let{bbox:e}=i,n=devicePixelRatio;for(let s=0;s<t.length;s+=2){let r=Math.max(i.valToPos(t[s],"x",!0),e.left);i.valToPos(t[s+1],"x",!0)-r>80*n&&pp(i,"held out",r+6*n,e.top+13*n)}}function pp({ctx:i},t,e,n){let s=devicePixelRatio;i.font=`${11*s}px system-ui, sans-serif`,i.textAlign="left",i.textBaseline="alphabetic";let{width:r}=i.measureText(t);i.fillStyle=xe("panel"),i.fillRect(e-s,n-10*s,r+2*s,13*s),i.fillStyle=xe("soft"),i.fillText(t,e,n)}function nx(i,t){let{ctx:e,bbox:n}=i,s=devicePixelRatio;e.fillStyle=ix(e,s);let r=null,o=null,a=()=>{r!==null&&e.fillRect(r,n.top,Math.max(o-r,s),n.height)};for(let l=0;l<t.length;l+=2){let c=i.valToPos(t[l],"x",!0),h=i.valToPos(t[l+1],"x",!0);if(!(h<n.left||c>n.left+n.width)){if(r!==null&&c<=o+1){o=Math.max(o,h);continue}a(),r=c,o=h}}a()}function ix(i,t){let e=document.createElement("canvas"),n=Math.round(6*t);e.width=e.height=n;let s=e.getContext("2d");s.strokeStyle=xe("hatch"),s.lineWidth=t,s.beginPath();for(let r of[-n,0,n])s.moveTo(r,n),s.lineTo(r+n,0);return s.stroke(),i.createPattern(e,"repeat")}function sx(i,t){let{ctx:e,bbox:n}=i,s=devicePixelRatio,r=t.x!==null,o=r?i.valToPos(t.x,"x",!0):i.valToPos(t.y,"y",!0);if(e.strokeStyle=xe("limit"),e.setLineDash([7*s,4*s]),e.lineWidth=s,e.beginPath(),r?(e.moveTo(o,n.top),e.lineTo(o,n.top+n.height)):(e.moveTo(n.left,o),e.lineTo(n.left+n.width,o)),e.stroke(),e.setLineDash([]),!t.text)return;e.font=`${11*s}px system-ui, sans-serif`;let a=e.measureText(t.text).width,l=5*s,c=n.left+n.width,h=o+l,f=o-a-l,u=c-a-l,d=r&&h<=u?h:r&&f>n.left?f:Math.max(u,n.left+l),g=r?n.top+13*s:o+(o<n.top+20*s?12:-4)*s;pp(i,t.text,d,g)}var rx=globalThis.requestIdleCallback??(i=>setTimeout(i,16)),ox=200,mp=80,Na=class{constructor(t,e){this.draw=t,this.drop=e,this.near=new Set,this.watcher=new IntersectionObserver(n=>{for(let{isIntersecting:s,target:r}of n)this.near[s?"add":"delete"](r);this.ask()},{rootMargin:"100%"})}start(t){this.watcher.disconnect(),this.near.clear(),this.waiting=new Set(t),this.drawn=new Set;for(let e of t)this.watcher.observe(e);this.ask()}finish(){for(let t of this.waiting)this.take(t);this.ask()}ask(){let t=this.next()!==void 0;document.documentElement.toggleAttribute("data-drawn",!t),!(this.asked||!t)&&(this.asked=!0,rx(()=>{this.asked=!1,this.take(this.next()),this.release(),this.ask()},{timeout:ox}))}next(){let t=[...this.waiting].filter(e=>!e.closest("[hidden]"));return t.find(e=>this.near.has(e))??(this.drawn.size<mp?t[0]:void 0)}take(t){t&&(this.waiting.delete(t),this.drawn.add(t),this.draw(t))}release(){let t=this.drawn.size>mp?[...this.drawn].find(e=>!this.near.has(e)):void 0;t&&(this.drawn.delete(t),this.waiting.add(t),this.drop(t))}};var gp="time [s]",ax=12,lx=6,Ua=class{constructor(t,e){this.clock=e,this.figures=t.figures,this.groups=[...document.querySelectorAll("[data-figures]")],this.plots=new Map,this.turns=new Na(n=>this.make(n),n=>this.drop(n)),this.view=document.querySelector("input[name=view]:checked")?.value??"",e.listen(n=>this.cursor(n)),Ar(()=>this.redo()),this.picked=null,addEventListener("beforeprint",()=>{this.unfold(),this.turns.finish()});for(let n of this.groups)new ResizeObserver(()=>this.resize()).observe(n);for(let n of document.querySelectorAll("input[name=view]"))n.addEventListener("change",()=>{this.view=n.value,this.redo()});this.setRun(0)}setRun(t){this.zoomed=null;for(let e of this.groups){let n=this.figures.filter(s=>s.group===e.dataset.figures&&(s.run===null||s.run===t));e.replaceChildren(...n.map(s=>this.frame(s))),n.length>ax&&e.append(this.more(e,n.length))}this.fold(),this.redo()}fold(){for(let t of this.groups){let e=t.querySelector(".more");if(!e)continue;let n=[...t.querySelectorAll("figure")],s=n.filter(o=>this.picked?.includes(Number(o.id.split("-").pop()))),r=t.classList.contains("all")?n:s.length?s:n.slice(0,lx);for(let o of n)o.hidden=!r.includes(o);e.hidden=r.length===n.length}this.turns.waiting&&this.turns.ask()}more(t,e){let n=Ut("button",{type:"button",class:"more"},`Show all ${e}`);return n.addEventListener("click",()=>{t.classList.add("all"),this.fold()}),n}pick(t){this.picked=t,this.fold()}unfold(){for(let t of this.groups)t.classList.add("all");this.fold()}frame(t){let e=Ut("figure",{id:t.id,tabindex:"-1"},Ut("figcaption",{},Ut("h3",{},t.title),Ut("span",{class:"values"})),t.lead?Ut("p",{class:"axis-title"},t.lead):null);for(let n of t.charts){let s=Ut("div",{class:"plot"});s.style.height=`${n.height}px`,Object.assign(s,{chart:n,figure:t,values:e.querySelector(".values")}),e.append(Ut("p",{class:"axis-title"},n.x===gp?n.y:`${n.y} over ${n.x}`),s)}return e}drop(t){this.plots.get(t).destroy(),this.plots.delete(t)}redo(){for(let t of[...this.plots.keys()])this.drop(t);this.turns.start(this.groups.flatMap(t=>[...t.querySelectorAll(".plot")]))}make(t){let{chart:e,figure:n}=t,s=e.x===gp,r=e.views[this.view]??Object.values(e.views)[0],o=new en({width:Ch(t),height:e.height,padding:[8,20,0,0],legend:{show:!1},cursor:{...s?{sync:{key:"time",setSeries:!1}}:{},drag:{x:!0,y:!1,uni:20},points:{size:6}},scales:{x:{time:!1,distr:e.log.includes("x")?3:1,...s&&this.zoomed},y:{distr:e.log.includes("y")?3:1,range:cx(e)}},axes:cp(e,s),series:[{},...r.series.map(lp)],hooks:{drawClear:[a=>up(a,s?n.shades:[])],draw:[a=>fp(a,s?n.shades:[],e.marks)],setCursor:[a=>this.hover(t,a,r)],setScale:[(a,l)=>s&&this.zoom(a,l)]}},[Array.from(kn(r.x)),...r.series.map(a=>ep(a.values))],t);this.plots.set(t,o),s&&(o.head=Ut("div",{class:"playhead"}),o.over.append(o.head),o.over.addEventListener("click",()=>{o.cursor.left>=0&&this.clock.set(o.posToVal(o.cursor.left,"x"))}),_p(o,this.clock.time))}hover(t,e,n){if(e.head&&t.chart!==t.figure.charts[0])return;let s=e.cursor.idx,[r,...o]=e.data,a=n.series.map((c,h)=>[c.name,o[h][s]]).filter(([,c])=>c!=null),l=t.chart.x.match(/\[(.*)\]/)?.[1]??"";t.values.textContent=s==null?"":`${Wn(r[s],5)} ${l}: `+a.map(([c,h])=>`${c} ${Wn(h)}`).join(", ")}zoom(t,e){if(e!=="x"||this.zooming)return;let{min:n,max:s}=t.scales.x,r=t.shown;if(n!=null&&(t.shown=!0,!!r)){this.zooming=!0,this.zoomed={min:n,max:s};for(let o of this.plots.values())o!==t&&o.head&&o.setScale("x",{min:n,max:s});this.zooming=!1,this.cursor(this.clock.time)}}cursor(t){for(let e of this.plots.values())e.head&&_p(e,t)}resize(){for(let[t,e]of this.plots)e.width!==Ch(t)&&e.setSize({width:Ch(t),height:e.height});this.cursor(this.clock.time)}};function Ch(i){return Math.max(i.clientWidth,200)}function _p(i,t){let e=i.valToPos(t,"x");i.head.hidden=!(e>=0&&e<=i.bbox.width/devicePixelRatio),i.head.style.transform=`translateX(${e}px)`}function cx(i){let t=i.marks.map(e=>e.y).filter(e=>e!==null);if(!(i.log.includes("y")||!t.length))return(e,n,s)=>{if(n===null||s===null)return[-1,1];let r=Math.max(s-n,1e-9),o=t.filter(h=>h>=n-2*r&&h<=s+2*r),a=Math.min(n,...o),l=Math.max(s,...o),c=.06*Math.max(l-a,1e-9);return[a-c,l+c]}}var Fa=class{constructor(){this.time=0,this.end=0,this.playing=!1,this.listeners=[]}listen(t){this.listeners.push(t)}set(t){this.time=Math.min(Math.max(t,0),this.end);for(let e of this.listeners)e(this.time)}reset(t){this.end=t,this.set(0)}play(t){if(t===this.playing||(this.playing=t,!t))return;this.time>=this.end&&(this.time=0);let e=performance.now(),n=s=>{this.playing&&(this.set(this.time+(s-e)/1e3),e=s,this.time>=this.end?this.stop():requestAnimationFrame(n))};requestAnimationFrame(n)}stop(){this.playing=!1,this.set(this.time)}};function xp(i,t){let e=document.getElementById("explanation");if(!e)return;let n=[...document.querySelectorAll("button[data-explain]")];for(let s of n)s.addEventListener("click",()=>{let[r,o]=s.dataset.explain.split(" ").map(Number);for(let a of n)a.setAttribute("aria-pressed",String(a===s));t&&t.selected!==r&&t.select(r),e.textContent=i.links[r].parameters[o].explanation})}var yp="11px system-ui, sans-serif";function vp({names:i,values:t}){let e=document.getElementById("matrix");if(!e||!i.length)return;let n=kn(t),s=i.length,r=Ut("canvas",{tabindex:"0",role:"img","aria-label":`Correlations of ${s} base parameters. The strongest are in the table beside it.`}),o=e.closest("figure").querySelector(".values");e.append(r);let a=[0,0],l={left:0,top:0};function c(){let d=Math.max(e.clientWidth,120),g=Math.min(devicePixelRatio,2),v=r.getContext("2d");v.font=yp;let m=Math.max(...i.map((E,x)=>v.measureText(`${E}  ${x+1}`).width))+8,p=(d-m)/s>=14;l=p?{left:m,top:18}:{left:0,top:0};let y=(d-l.left)/s,A=l.top+y*s;Object.assign(r,{width:d*g,height:A*g}),Object.assign(r.style,{width:`${d}px`,height:`${A}px`}),v.scale(g,g),p&&h(v,y),v.translate(l.left,l.top);let w=xe("plus"),C=xe("minus");for(let E=0;E<s;E++)for(let x=0;x<s;x++){let T=n[E*s+x],U=Math.sqrt(Math.abs(T))*y;v.globalAlpha=.25+.75*Math.abs(T),v.fillStyle=T>0?w:C,v.fillRect((x+.5)*y-U/2,(E+.5)*y-U/2,U,U),T<-.3&&y>6&&(v.globalAlpha=1,v.fillStyle=xe("paper"),v.fillRect((x+.5)*y-U/3,(E+.5)*y-.5,2*U/3,1))}v.globalAlpha=1}function h(d,g){Object.assign(d,{font:yp,fillStyle:xe("soft"),textBaseline:"middle"}),i.forEach((v,m)=>{d.textAlign="right",d.fillText(`${v}  ${m+1}`,l.left-6,l.top+(m+.5)*g),d.textAlign="center",d.fillText(m+1,l.left+(m+.5)*g,l.top/2)})}function f(){let[d,g]=a;o.textContent=`${i[d]} and ${i[g]}: ${n[d*s+g].toFixed(2)}`}r.addEventListener("pointermove",d=>{let{left:g,top:v,width:m}=r.getBoundingClientRect(),p=(m-l.left)/s;a=[d.clientY-v-l.top,d.clientX-g-l.left].map(y=>Math.min(Math.max(Math.floor(y/p),0),s-1)),f()});let u={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]};r.addEventListener("keydown",d=>{let g=u[d.key];g&&(a=a.map((v,m)=>Math.min(Math.max(v+g[m],0),s-1)),f(),d.preventDefault())}),new ResizeObserver(c).observe(e),Ar(c)}function Sp(i,t,e){let n=document.getElementById("player");if(!i.runs.length)return;let s=n.querySelector("button"),r=n.querySelector("input"),o=n.querySelector("output"),a=n.querySelector("select");i.runs.forEach((c,h)=>a.append(Ut("option",{value:h},c.label))),a.hidden=i.runs.length<2,a.addEventListener("change",()=>e(Number(a.value))),r.addEventListener("input",()=>t.set(r.value/1e3*t.end)),s.addEventListener("click",()=>{t.play(!t.playing),l()});function l(){s.textContent=t.playing?"Pause":"Play",r.value=t.end?1e3*t.time/t.end:0,o.textContent=`${t.time.toFixed(2)} of ${t.end.toFixed(2)} s`,r.setAttribute("aria-valuetext",o.textContent)}t.listen(l),n.hidden=!1}function Ph(i,t){return t?i.parameters.filter(e=>e.symbol===t):i.parameters}function hx(i){let t=[...i].sort((e,n)=>e-n);return t.length?t[Math.floor(t.length/2)]:null}function Mp(i,t){return i===null?{colour:xe("never"),text:"not by the data alone"}:{colour:La(Da(i)),text:`${$c(i)} ${t}`}}var ux={verdict:{label:"verdict",about:i=>i?`whether joint efforts determine ${i}`:"the best verdict on any of its ten parameters",of(i,t){let e=t?Ph(i,t)[0].verdict:i.verdict;return{colour:xe(e),text:Oi[e].word,sign:Oi[e].sign}},legend:()=>Object.entries(Oi).map(([i,{sign:t,word:e}])=>({colour:xe(i),text:`${t} ${e}`}))},uncertainty:{label:"uncertainty",about:i=>`half the 95 % interval of ${i||"its parameters (median of those that the data determine)"}, in units of the file's scale`,of(i,t){let e=Ph(i,t).map(n=>n.uncertainty).filter(n=>n!==null);return Mp(hx(e),"of its scale")},legend:()=>[...Ih(),{colour:xe("never"),text:"not by the data alone"}]},change:{label:"change",about:i=>`change of ${i||"its parameters (root mean square)"} from the file, in units of the file's scale`,of(i,t){let e=Ph(i,t).map(n=>n.change**2);return Mp(Math.sqrt(e.reduce((n,s)=>n+s,0)/e.length),"from the file")},legend:()=>Ih()}};function fx(i){return{about:()=>i,of:t=>t.score===null?{colour:xe("never"),text:""}:{colour:La(Da(t.score)),text:$c(t.score)},legend:()=>Ih()}}var dx={about:()=>"the same for all links",of:()=>({colour:xe("accent"),text:""}),legend:()=>[]};function bp(i){let t={...ux,score:fx(i.score)};return i.modes.length?Object.fromEntries(i.modes.map(e=>[e,t[e]])):{plain:dx}}function Ih(){return[.01,.03,.1,.3,1].map((i,t)=>({colour:La(Da(i)),text:`${t===0?"\u2264 ":t===4?"\u2265 ":""}${Wn(100*i)} %`}))}var Os={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Hi={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},nm=0,lu=1,im=2;var ea=1,sm=2,to=3,Bs=0,Hn=1,li=2,er=0,eo=1,cu=2,hu=3,uu=4,rm=5;var nr=100,om=101,am=102,lm=103,cm=104,hm=200,um=201,fm=202,dm=203,fu=204,du=205,pm=206,mm=207,gm=208,_m=209,xm=210,ym=211,vm=212,Sm=213,Mm=214,ll=0,cl=1,hl=2,Gr=3,ul=4,fl=5,dl=6,pl=7,pu=0,bm=1,wm=2,Wi=0,mu=1,gu=2,_u=3,xu=4,yu=5,vu=6,Su=7;var Mu=300,ir=301,no=302,Vl=303,Gl=304,ml=1e3,ki=1001,gl=1002,wn=1003,Tm=1004;var na=1005;var Gn=1006,Hl=1007;var us=1008;var qn=1009,bu=1010,wu=1011,io=1012,Wl=1013,Ei=1014,Ai=1015,Ri=1016,Xl=1017,ql=1018,sr=1020,Tu=35902,Eu=35899,Au=1021,Ru=1022,Ci=1023,os=1026,fs=1027,Cu=1028,Yl=1029,zs=1030,Zl=1031;var $l=1033,ia=33776,sa=33777,ra=33778,oa=33779,Jl=35840,Kl=35841,jl=35842,Ql=35843,tc=36196,ec=37492,nc=37496,ic=37488,sc=37489,aa=37490,rc=37491,oc=37808,ac=37809,lc=37810,cc=37811,hc=37812,uc=37813,fc=37814,dc=37815,pc=37816,mc=37817,gc=37818,_c=37819,xc=37820,yc=37821,vc=36492,Sc=36494,Mc=36495,bc=36283,wc=36284,la=36285,Tc=36286;var Io=2300,_l=2301,ol=2302,tu=2303,eu=2400,nu=2401,iu=2402;var Em=3200;var Ec=0,Am=1,ds="",ii="srgb",Lo="srgb-linear",Do="linear",Ee="srgb";var al=7680;var Rm=519,Cm=512,Pm=513,Im=514,Pu=515,Lm=516,Dm=517,Iu=518,Lu=519,Nm=35044;var Du="300 es",pi=2e3,Hr=2001;function px(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function mx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function No(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Um(){let i=No("canvas");return i.style.display="block",i}var wp={},Wr=null;function Nu(...i){let t="THREE."+i.shift();Wr?Wr("log",t,...i):console.log(t,...i)}function Fm(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function qt(...i){i=Fm(i);let t="THREE."+i.shift();if(Wr)Wr("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function Qt(...i){i=Fm(i);let t="THREE."+i.shift();if(Wr)Wr("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function Ro(...i){let t=i.join(" ");t in wp||(wp[t]=!0,qt(...i))}function Om(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Bm={[ll]:ll,[hl]:dl,[ul]:ul,[Gr]:fl,[cl]:cl,[dl]:hl,[pl]:pl,[fl]:Gr},Ti=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Pn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Tp=1234567,Co=Math.PI/180,Xr=180/Math.PI;function so(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Pn[i&255]+Pn[i>>8&255]+Pn[i>>16&255]+Pn[i>>24&255]+"-"+Pn[t&255]+Pn[t>>8&255]+"-"+Pn[t>>16&15|64]+Pn[t>>24&255]+"-"+Pn[e&63|128]+Pn[e>>8&255]+"-"+Pn[e>>16&255]+Pn[e>>24&255]+Pn[n&255]+Pn[n>>8&255]+Pn[n>>16&255]+Pn[n>>24&255]).toLowerCase()}function de(i,t,e){return Math.max(t,Math.min(e,i))}function Uu(i,t){return(i%t+t)%t}function gx(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function _x(i,t,e){return i!==t?(e-i)/(t-i):0}function Po(i,t,e){return(1-e)*i+e*t}function xx(i,t,e,n){return Po(i,t,1-Math.exp(-e*n))}function yx(i,t=1){return t-Math.abs(Uu(i,t*2)-t)}function vx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Sx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Mx(i,t){return i+Math.floor(Math.random()*(t-i+1))}function bx(i,t){return i+Math.random()*(t-i)}function wx(i){return i*(.5-Math.random())}function Tx(i){i!==void 0&&(Tp=i);let t=Tp+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Ex(i){return i*Co}function Ax(i){return i*Xr}function Rx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Cx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Fu(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Px(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),f=r((t-n)/2),u=o((t-n)/2),d=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*f,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*f,a*c);break;case"ZXZ":i.set(l*f,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*d,a*h,a*c);break;default:qt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Ou(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function zm(i,t){if(t.constructor===Float32Array)return i;let e=Ou(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function km(i,t){if(t.constructor===Float32Array)return i;let e=Ou(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var Bu={DEG2RAD:Co,RAD2DEG:Xr,generateUUID:so,clamp:de,euclideanModulo:Uu,mapLinear:gx,inverseLerp:_x,lerp:Po,damp:xx,pingpong:yx,smoothstep:vx,smootherstep:Sx,randInt:Mx,randFloat:bx,randFloatSpread:wx,seededRandom:Tx,degToRad:Ex,radToDeg:Ax,isPowerOfTwo:Rx,ceilPowerOfTwo:Cx,floorPowerOfTwo:Fu,setQuaternionFromProperEuler:Px,normalize:km,denormalize:zm},$t=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Tn=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],f=n[s+3],u=r[o+0],d=r[o+1],g=r[o+2],v=r[o+3];if(f!==v||l!==u||c!==d||h!==g){let m=l*u+c*d+h*g+f*v;m<0&&(u=-u,d=-d,g=-g,v=-v,m=-m);let p=1-a;if(m<.9995){let y=Math.acos(m),A=Math.sin(y);p=Math.sin(p*y)/A,a=Math.sin(a*y)/A,l=l*p+u*a,c=c*p+d*a,h=h*p+g*a,f=f*p+v*a}else{l=l*p+u*a,c=c*p+d*a,h=h*p+g*a,f=f*p+v*a;let y=1/Math.sqrt(l*l+c*c+h*h+f*f);l*=y,c*=y,h*=y,f*=y}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=f}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],f=r[o],u=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+h*f+l*d-c*u,t[e+1]=l*g+h*u+c*f-a*d,t[e+2]=c*g+h*d+a*u-l*f,t[e+3]=h*g-a*f-l*u-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),f=a(r/2),u=l(n/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=u*h*f+c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f-u*d*g;break;case"YXZ":this._x=u*h*f+c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f+u*d*g;break;case"ZXY":this._x=u*h*f-c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f-u*d*g;break;case"ZYX":this._x=u*h*f-c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f+u*d*g;break;case"YZX":this._x=u*h*f+c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f-u*d*g;break;case"XZY":this._x=u*h*f-c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f+u*d*g;break;default:qt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],f=e[10],u=n+a+f;if(u>0){let d=.5/Math.sqrt(u+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>f){let d=2*Math.sqrt(1+n-a-f);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>f){let d=2*Math.sqrt(1+a-n-f);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+f-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(de(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},H=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Ep.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Ep.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),f=2*(r*n-o*e);return this.x=e+l*c+o*f-a*h,this.y=n+l*h+a*c-r*f,this.z=s+l*f+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Lh.copy(this).projectOnVector(t),this.sub(Lh)}reflect(t){return this.sub(Lh.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Lh=new H,Ep=new Tn,ee=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],f=n[7],u=n[2],d=n[5],g=n[8],v=s[0],m=s[3],p=s[6],y=s[1],A=s[4],w=s[7],C=s[2],E=s[5],x=s[8];return r[0]=o*v+a*y+l*C,r[3]=o*m+a*A+l*E,r[6]=o*p+a*w+l*x,r[1]=c*v+h*y+f*C,r[4]=c*m+h*A+f*E,r[7]=c*p+h*w+f*x,r[2]=u*v+d*y+g*C,r[5]=u*m+d*A+g*E,r[8]=u*p+d*w+g*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=h*o-a*c,u=a*l-h*r,d=c*r-o*l,g=e*f+n*u+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return t[0]=f*v,t[1]=(s*c-h*n)*v,t[2]=(a*n-s*o)*v,t[3]=u*v,t[4]=(h*e-s*l)*v,t[5]=(s*r-a*e)*v,t[6]=d*v,t[7]=(n*l-c*e)*v,t[8]=(o*e-n*r)*v,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return Ro("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Dh.makeScale(t,e)),this}rotate(t){return Ro("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Dh.makeRotation(-t)),this}translate(t,e){return Ro("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Dh.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Dh=new ee,Ap=new ee().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Rp=new ee().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Ix(){let i={enabled:!0,workingColorSpace:Lo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ee&&(s.r=rs(s.r),s.g=rs(s.g),s.b=rs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ee&&(s.r=Vr(s.r),s.g=Vr(s.g),s.b=Vr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ds?Do:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Lo]:{primaries:t,whitePoint:n,transfer:Do,toXYZ:Ap,fromXYZ:Rp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:ii},outputColorSpaceConfig:{drawingBufferColorSpace:ii}},[ii]:{primaries:t,whitePoint:n,transfer:Ee,toXYZ:Ap,fromXYZ:Rp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:ii}}}),i}var _e=Ix();function rs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Vr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Rr,xl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Rr===void 0&&(Rr=No("canvas")),Rr.width=t.width,Rr.height=t.height;let s=Rr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Rr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=No("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=rs(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(rs(e[n]/255)*255):e[n]=rs(e[n]);return{data:e,width:t.width,height:t.height}}else return qt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Lx=0,qr=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Lx++}),this.uuid=so(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Nh(s[o].image)):r.push(Nh(s[o]))}else r=Nh(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Nh(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?xl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(qt("Texture: Unable to serialize Texture."),{})}var Dx=0,Uh=new H,Xn=class i extends Ti{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=ki,s=ki,r=Gn,o=us,a=Ci,l=qn,c=i.DEFAULT_ANISOTROPY,h=ds){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Dx++}),this.uuid=so(),this.name="",this.source=new qr(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new $t(0,0),this.repeat=new $t(1,1),this.center=new $t(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ee,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Uh).x}get height(){return this.source.getSize(Uh).y}get depth(){return this.source.getSize(Uh).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){qt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){qt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Mu)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case ml:t.x=t.x-Math.floor(t.x);break;case ki:t.x=t.x<0?0:1;break;case gl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case ml:t.y=t.y-Math.floor(t.y);break;case ki:t.y=t.y<0?0:1;break;case gl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Xn.DEFAULT_IMAGE=null;Xn.DEFAULT_MAPPING=Mu;Xn.DEFAULT_ANISOTROPY=1;var qe=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],f=l[8],u=l[1],d=l[5],g=l[9],v=l[2],m=l[6],p=l[10];if(Math.abs(h-u)<.01&&Math.abs(f-v)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(f+v)<.1&&Math.abs(g+m)<.1&&Math.abs(c+d+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,w=(d+1)/2,C=(p+1)/2,E=(h+u)/4,x=(f+v)/4,T=(g+m)/4;return A>w&&A>C?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=E/n,r=x/n):w>C?w<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(w),n=E/s,r=T/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=T/r),this.set(n,s,r,e),this}let y=Math.sqrt((m-g)*(m-g)+(f-v)*(f-v)+(u-h)*(u-h));return Math.abs(y)<.001&&(y=1),this.x=(m-g)/y,this.y=(f-v)/y,this.z=(u-h)/y,this.w=Math.acos((c+d+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this.w=de(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this.w=de(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},yl=class extends Ti{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Gn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new qe(0,0,t,e),this.scissorTest=!1,this.viewport=new qe(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Xn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Gn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new qr(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},oi=class extends yl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Uo=class extends Xn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=wn,this.minFilter=wn,this.wrapR=ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var vl=class extends Xn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=wn,this.minFilter=wn,this.wrapR=ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Oe=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,f,u,d,g,v,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,f,u,d,g,v,m)}set(t,e,n,s,r,o,a,l,c,h,f,u,d,g,v,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=f,p[14]=u,p[3]=d,p[7]=g,p[11]=v,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Cr.setFromMatrixColumn(t,0).length(),r=1/Cr.setFromMatrixColumn(t,1).length(),o=1/Cr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),f=Math.sin(r);if(t.order==="XYZ"){let u=o*h,d=o*f,g=a*h,v=a*f;e[0]=l*h,e[4]=-l*f,e[8]=c,e[1]=d+g*c,e[5]=u-v*c,e[9]=-a*l,e[2]=v-u*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let u=l*h,d=l*f,g=c*h,v=c*f;e[0]=u+v*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*f,e[5]=o*h,e[9]=-a,e[2]=d*a-g,e[6]=v+u*a,e[10]=o*l}else if(t.order==="ZXY"){let u=l*h,d=l*f,g=c*h,v=c*f;e[0]=u-v*a,e[4]=-o*f,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*h,e[9]=v-u*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let u=o*h,d=o*f,g=a*h,v=a*f;e[0]=l*h,e[4]=g*c-d,e[8]=u*c+v,e[1]=l*f,e[5]=v*c+u,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let u=o*l,d=o*c,g=a*l,v=a*c;e[0]=l*h,e[4]=v-u*f,e[8]=g*f+d,e[1]=f,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*f+g,e[10]=u-v*f}else if(t.order==="XZY"){let u=o*l,d=o*c,g=a*l,v=a*c;e[0]=l*h,e[4]=-f,e[8]=c*h,e[1]=u*f+v,e[5]=o*h,e[9]=d*f-g,e[2]=g*f-d,e[6]=a*h,e[10]=v*f+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Nx,t,Ux)}lookAt(t,e,n){let s=this.elements;return ei.subVectors(t,e),ei.lengthSq()===0&&(ei.z=1),ei.normalize(),Ms.crossVectors(n,ei),Ms.lengthSq()===0&&(Math.abs(n.z)===1?ei.x+=1e-4:ei.z+=1e-4,ei.normalize(),Ms.crossVectors(n,ei)),Ms.normalize(),Oa.crossVectors(ei,Ms),s[0]=Ms.x,s[4]=Oa.x,s[8]=ei.x,s[1]=Ms.y,s[5]=Oa.y,s[9]=ei.y,s[2]=Ms.z,s[6]=Oa.z,s[10]=ei.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],f=n[5],u=n[9],d=n[13],g=n[2],v=n[6],m=n[10],p=n[14],y=n[3],A=n[7],w=n[11],C=n[15],E=s[0],x=s[4],T=s[8],U=s[12],I=s[1],L=s[5],z=s[9],k=s[13],N=s[2],W=s[6],Y=s[10],G=s[14],lt=s[3],J=s[7],j=s[11],it=s[15];return r[0]=o*E+a*I+l*N+c*lt,r[4]=o*x+a*L+l*W+c*J,r[8]=o*T+a*z+l*Y+c*j,r[12]=o*U+a*k+l*G+c*it,r[1]=h*E+f*I+u*N+d*lt,r[5]=h*x+f*L+u*W+d*J,r[9]=h*T+f*z+u*Y+d*j,r[13]=h*U+f*k+u*G+d*it,r[2]=g*E+v*I+m*N+p*lt,r[6]=g*x+v*L+m*W+p*J,r[10]=g*T+v*z+m*Y+p*j,r[14]=g*U+v*k+m*G+p*it,r[3]=y*E+A*I+w*N+C*lt,r[7]=y*x+A*L+w*W+C*J,r[11]=y*T+A*z+w*Y+C*j,r[15]=y*U+A*k+w*G+C*it,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],f=t[6],u=t[10],d=t[14],g=t[3],v=t[7],m=t[11],p=t[15],y=l*d-c*u,A=a*d-c*f,w=a*u-l*f,C=o*d-c*h,E=o*u-l*h,x=o*f-a*h;return e*(v*y-m*A+p*w)-n*(g*y-m*C+p*E)+s*(g*A-v*C+p*x)-r*(g*w-v*E+m*x)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=t[9],u=t[10],d=t[11],g=t[12],v=t[13],m=t[14],p=t[15],y=e*a-n*o,A=e*l-s*o,w=e*c-r*o,C=n*l-s*a,E=n*c-r*a,x=s*c-r*l,T=h*v-f*g,U=h*m-u*g,I=h*p-d*g,L=f*m-u*v,z=f*p-d*v,k=u*p-d*m,N=y*k-A*z+w*L+C*I-E*U+x*T;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/N;return t[0]=(a*k-l*z+c*L)*W,t[1]=(s*z-n*k-r*L)*W,t[2]=(v*x-m*E+p*C)*W,t[3]=(u*E-f*x-d*C)*W,t[4]=(l*I-o*k-c*U)*W,t[5]=(e*k-s*I+r*U)*W,t[6]=(m*w-g*x-p*A)*W,t[7]=(h*x-u*w+d*A)*W,t[8]=(o*z-a*I+c*T)*W,t[9]=(n*I-e*z-r*T)*W,t[10]=(g*E-v*w+p*y)*W,t[11]=(f*w-h*E-d*y)*W,t[12]=(a*U-o*L-l*T)*W,t[13]=(e*L-n*U+s*T)*W,t[14]=(v*A-g*C-m*y)*W,t[15]=(h*C-f*A+u*y)*W,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,f=a+a,u=r*c,d=r*h,g=r*f,v=o*h,m=o*f,p=a*f,y=l*c,A=l*h,w=l*f,C=n.x,E=n.y,x=n.z;return s[0]=(1-(v+p))*C,s[1]=(d+w)*C,s[2]=(g-A)*C,s[3]=0,s[4]=(d-w)*E,s[5]=(1-(u+p))*E,s[6]=(m+y)*E,s[7]=0,s[8]=(g+A)*x,s[9]=(m-y)*x,s[10]=(1-(u+v))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Cr.set(s[0],s[1],s[2]).length(),a=Cr.set(s[4],s[5],s[6]).length(),l=Cr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Mi.copy(this);let c=1/o,h=1/a,f=1/l;return Mi.elements[0]*=c,Mi.elements[1]*=c,Mi.elements[2]*=c,Mi.elements[4]*=h,Mi.elements[5]*=h,Mi.elements[6]*=h,Mi.elements[8]*=f,Mi.elements[9]*=f,Mi.elements[10]*=f,e.setFromRotationMatrix(Mi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=pi,l=!1){let c=this.elements,h=2*r/(e-t),f=2*r/(n-s),u=(e+t)/(e-t),d=(n+s)/(n-s),g,v;if(l)g=r/(o-r),v=o*r/(o-r);else if(a===pi)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===Hr)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=f,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=pi,l=!1){let c=this.elements,h=2/(e-t),f=2/(n-s),u=-(e+t)/(e-t),d=-(n+s)/(n-s),g,v;if(l)g=1/(o-r),v=o/(o-r);else if(a===pi)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===Hr)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=f,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Cr=new H,Mi=new Oe,Nx=new H(0,0,0),Ux=new H(1,1,1),Ms=new H,Oa=new H,ei=new H,Cp=new Oe,Pp=new Tn,as=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],f=s[2],u=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(de(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-de(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-f,r),this._z=0);break;case"ZXY":this._x=Math.asin(de(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-f,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-de(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(u,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(de(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-f,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-de(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:qt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Cp.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Cp,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Pp.setFromEuler(this),this.setFromQuaternion(Pp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};as.DEFAULT_ORDER="XYZ";var Yr=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Fx=0,Ip=new H,Pr=new Tn,ts=new Oe,Ba=new H,bo=new H,Ox=new H,Bx=new Tn,Lp=new H(1,0,0),Dp=new H(0,1,0),Np=new H(0,0,1),Up={type:"added"},zx={type:"removed"},Ir={type:"childadded",child:null},Fh={type:"childremoved",child:null},En=class i extends Ti{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Fx++}),this.uuid=so(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new H,e=new as,n=new Tn,s=new H(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Oe},normalMatrix:{value:new ee}}),this.matrix=new Oe,this.matrixWorld=new Oe,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Yr,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Pr.setFromAxisAngle(t,e),this.quaternion.multiply(Pr),this}rotateOnWorldAxis(t,e){return Pr.setFromAxisAngle(t,e),this.quaternion.premultiply(Pr),this}rotateX(t){return this.rotateOnAxis(Lp,t)}rotateY(t){return this.rotateOnAxis(Dp,t)}rotateZ(t){return this.rotateOnAxis(Np,t)}translateOnAxis(t,e){return Ip.copy(t).applyQuaternion(this.quaternion),this.position.add(Ip.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Lp,t)}translateY(t){return this.translateOnAxis(Dp,t)}translateZ(t){return this.translateOnAxis(Np,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(ts.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Ba.copy(t):Ba.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),bo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ts.lookAt(bo,Ba,this.up):ts.lookAt(Ba,bo,this.up),this.quaternion.setFromRotationMatrix(ts),s&&(ts.extractRotation(s.matrixWorld),Pr.setFromRotationMatrix(ts),this.quaternion.premultiply(Pr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(Qt("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Up),Ir.child=t,this.dispatchEvent(Ir),Ir.child=null):Qt("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(zx),Fh.child=t,this.dispatchEvent(Fh),Fh.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),ts.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),ts.multiply(t.parent.matrixWorld)),t.applyMatrix4(ts),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Up),Ir.child=t,this.dispatchEvent(Ir),Ir.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(bo,t,Ox),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(bo,Bx,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let f=l[c];r(t.shapes,f)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),f=o(t.shapes),u=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),f.length>0&&(n.shapes=f),u.length>0&&(n.skeletons=u),d.length>0&&(n.animations=d),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};En.DEFAULT_UP=new H(0,1,0);En.DEFAULT_MATRIX_AUTO_UPDATE=!0;En.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Vi=class extends En{constructor(){super(),this.isGroup=!0,this.type="Group"}},kx={type:"move"},Zr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Vi,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Vi,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new H,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new H),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Vi,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new H,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new H,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let v of t.hand.values()){let m=e.getJointPose(v,n),p=this._getHandJoint(c,v);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],f=c.joints["thumb-tip"],u=h.position.distanceTo(f.position),d=.02,g=.005;c.inputState.pinching&&u>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&u<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(kx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Vi;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Vm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},bs={h:0,s:0,l:0},za={h:0,s:0,l:0};function Oh(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Zt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=ii){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,_e.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=_e.workingColorSpace){return this.r=t,this.g=e,this.b=n,_e.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=_e.workingColorSpace){if(t=Uu(t,1),e=de(e,0,1),n=de(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Oh(o,r,t+1/3),this.g=Oh(o,r,t),this.b=Oh(o,r,t-1/3)}return _e.colorSpaceToWorking(this,s),this}setStyle(t,e=ii){function n(r){r!==void 0&&parseFloat(r)<1&&qt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:qt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);qt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=ii){let n=Vm[t.toLowerCase()];return n!==void 0?this.setHex(n,e):qt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=rs(t.r),this.g=rs(t.g),this.b=rs(t.b),this}copyLinearToSRGB(t){return this.r=Vr(t.r),this.g=Vr(t.g),this.b=Vr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=ii){return _e.workingToColorSpace(In.copy(this),t),Math.round(de(In.r*255,0,255))*65536+Math.round(de(In.g*255,0,255))*256+Math.round(de(In.b*255,0,255))}getHexString(t=ii){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=_e.workingColorSpace){_e.workingToColorSpace(In.copy(this),e);let n=In.r,s=In.g,r=In.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let f=o-a;switch(c=h<=.5?f/(o+a):f/(2-o-a),o){case n:l=(s-r)/f+(s<r?6:0);break;case s:l=(r-n)/f+2;break;case r:l=(n-s)/f+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=_e.workingColorSpace){return _e.workingToColorSpace(In.copy(this),e),t.r=In.r,t.g=In.g,t.b=In.b,t}getStyle(t=ii){_e.workingToColorSpace(In.copy(this),t);let e=In.r,n=In.g,s=In.b;return t!==ii?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(bs),this.setHSL(bs.h+t,bs.s+e,bs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(bs),t.getHSL(za);let n=Po(bs.h,za.h,e),s=Po(bs.s,za.s,e),r=Po(bs.l,za.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},In=new Zt;Zt.NAMES=Vm;var Fo=class extends En{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new as,this.environmentIntensity=1,this.environmentRotation=new as,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},bi=new H,es=new H,Bh=new H,ns=new H,Lr=new H,Dr=new H,Fp=new H,zh=new H,kh=new H,Vh=new H,Gh=new qe,Hh=new qe,Wh=new qe,As=class i{constructor(t=new H,e=new H,n=new H){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),bi.subVectors(t,e),s.cross(bi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){bi.subVectors(s,e),es.subVectors(n,e),Bh.subVectors(t,e);let o=bi.dot(bi),a=bi.dot(es),l=bi.dot(Bh),c=es.dot(es),h=es.dot(Bh),f=o*c-a*a;if(f===0)return r.set(0,0,0),null;let u=1/f,d=(c*l-a*h)*u,g=(o*h-a*l)*u;return r.set(1-d-g,g,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,ns)===null?!1:ns.x>=0&&ns.y>=0&&ns.x+ns.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,ns)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ns.x),l.addScaledVector(o,ns.y),l.addScaledVector(a,ns.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Gh.setScalar(0),Hh.setScalar(0),Wh.setScalar(0),Gh.fromBufferAttribute(t,e),Hh.fromBufferAttribute(t,n),Wh.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Gh,r.x),o.addScaledVector(Hh,r.y),o.addScaledVector(Wh,r.z),o}static isFrontFacing(t,e,n,s){return bi.subVectors(n,e),es.subVectors(t,e),bi.cross(es).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return bi.subVectors(this.c,this.b),es.subVectors(this.a,this.b),bi.cross(es).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Lr.subVectors(s,n),Dr.subVectors(r,n),zh.subVectors(t,n);let l=Lr.dot(zh),c=Dr.dot(zh);if(l<=0&&c<=0)return e.copy(n);kh.subVectors(t,s);let h=Lr.dot(kh),f=Dr.dot(kh);if(h>=0&&f<=h)return e.copy(s);let u=l*f-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(Lr,o);Vh.subVectors(t,r);let d=Lr.dot(Vh),g=Dr.dot(Vh);if(g>=0&&d<=g)return e.copy(r);let v=d*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Dr,a);let m=h*g-d*f;if(m<=0&&f-h>=0&&d-g>=0)return Fp.subVectors(r,s),a=(f-h)/(f-h+(d-g)),e.copy(s).addScaledVector(Fp,a);let p=1/(m+v+u);return o=v*p,a=u*p,e.copy(n).addScaledVector(Lr,o).addScaledVector(Dr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},mi=class{constructor(t=new H(1/0,1/0,1/0),e=new H(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(wi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(wi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=wi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,wi):wi.fromBufferAttribute(r,o),wi.applyMatrix4(t.matrixWorld),this.expandByPoint(wi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),ka.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ka.copy(n.boundingBox)),ka.applyMatrix4(t.matrixWorld),this.union(ka)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,wi),wi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(wo),Va.subVectors(this.max,wo),Nr.subVectors(t.a,wo),Ur.subVectors(t.b,wo),Fr.subVectors(t.c,wo),ws.subVectors(Ur,Nr),Ts.subVectors(Fr,Ur),$s.subVectors(Nr,Fr);let e=[0,-ws.z,ws.y,0,-Ts.z,Ts.y,0,-$s.z,$s.y,ws.z,0,-ws.x,Ts.z,0,-Ts.x,$s.z,0,-$s.x,-ws.y,ws.x,0,-Ts.y,Ts.x,0,-$s.y,$s.x,0];return!Xh(e,Nr,Ur,Fr,Va)||(e=[1,0,0,0,1,0,0,0,1],!Xh(e,Nr,Ur,Fr,Va))?!1:(Ga.crossVectors(ws,Ts),e=[Ga.x,Ga.y,Ga.z],Xh(e,Nr,Ur,Fr,Va))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,wi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(wi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(is[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),is[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),is[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),is[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),is[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),is[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),is[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),is[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(is),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},is=[new H,new H,new H,new H,new H,new H,new H,new H],wi=new H,ka=new mi,Nr=new H,Ur=new H,Fr=new H,ws=new H,Ts=new H,$s=new H,wo=new H,Va=new H,Ga=new H,Js=new H;function Xh(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Js.fromArray(i,r);let a=s.x*Math.abs(Js.x)+s.y*Math.abs(Js.y)+s.z*Math.abs(Js.z),l=t.dot(Js),c=e.dot(Js),h=n.dot(Js);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var hn=new H,Ha=new $t,Vx=0,ri=class extends Ti{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Vx++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Nm,this.updateRanges=[],this.gpuType=Ai,this.version=0,this._normalizationScale=t!==void 0?Ou(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Ha.fromBufferAttribute(this,e),Ha.applyMatrix3(t),this.setXY(e,Ha.x,Ha.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)hn.fromBufferAttribute(this,e),hn.applyMatrix3(t),this.setXYZ(e,hn.x,hn.y,hn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)hn.fromBufferAttribute(this,e),hn.applyMatrix4(t),this.setXYZ(e,hn.x,hn.y,hn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)hn.fromBufferAttribute(this,e),hn.applyNormalMatrix(t),this.setXYZ(e,hn.x,hn.y,hn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)hn.fromBufferAttribute(this,e),hn.transformDirection(t),this.setXYZ(e,hn.x,hn.y,hn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):zm(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):km(t,this.array)}};var Oo=class extends ri{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Bo=class extends ri{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Ue=class extends ri{constructor(t,e,n){super(new Float32Array(t),e,n)}},Gx=new mi,To=new H,qh=new H,Qs=class{constructor(t=new H,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Gx.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;To.subVectors(t,this.center);let e=To.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(To,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(qh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(To.copy(t.center).add(qh)),this.expandByPoint(To.copy(t.center).sub(qh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},Hx=0,di=new Oe,Yh=new En,Or=new H,ni=new mi,Eo=new mi,bn=new H,Rn=class i extends Ti{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Hx++}),this.uuid=so(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(px(t)?Bo:Oo)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ee().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return di.makeRotationFromQuaternion(t),this.applyMatrix4(di),this}rotateX(t){return di.makeRotationX(t),this.applyMatrix4(di),this}rotateY(t){return di.makeRotationY(t),this.applyMatrix4(di),this}rotateZ(t){return di.makeRotationZ(t),this.applyMatrix4(di),this}translate(t,e,n){return di.makeTranslation(t,e,n),this.applyMatrix4(di),this}scale(t,e,n){return di.makeScale(t,e,n),this.applyMatrix4(di),this}lookAt(t){return Yh.lookAt(t),Yh.updateMatrix(),this.applyMatrix4(Yh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Or).negate(),this.translate(Or.x,Or.y,Or.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Ue(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&qt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new mi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Qt("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new H(-1/0,-1/0,-1/0),new H(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ni.setFromBufferAttribute(r),this.morphTargetsRelative?(bn.addVectors(this.boundingBox.min,ni.min),this.boundingBox.expandByPoint(bn),bn.addVectors(this.boundingBox.max,ni.max),this.boundingBox.expandByPoint(bn)):(this.boundingBox.expandByPoint(ni.min),this.boundingBox.expandByPoint(ni.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Qs);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Qt("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new H,1/0);return}if(t){let n=this.boundingSphere.center;if(ni.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Eo.setFromBufferAttribute(a),this.morphTargetsRelative?(bn.addVectors(ni.min,Eo.min),ni.expandByPoint(bn),bn.addVectors(ni.max,Eo.max),ni.expandByPoint(bn)):(ni.expandByPoint(Eo.min),ni.expandByPoint(Eo.max))}ni.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)bn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(bn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)bn.fromBufferAttribute(a,c),l&&(Or.fromBufferAttribute(t,c),bn.add(Or)),s=Math.max(s,n.distanceToSquared(bn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){Qt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new ri(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let U=0;U<n.count;U++)a[U]=new H,l[U]=new H;let h=new H,f=new H,u=new H,d=new $t,g=new $t,v=new $t,m=new H,p=new H;function y(U,I,L){c[U]=c[I]=c[L]=1,h.fromBufferAttribute(n,U),f.fromBufferAttribute(n,I),u.fromBufferAttribute(n,L),d.fromBufferAttribute(r,U),g.fromBufferAttribute(r,I),v.fromBufferAttribute(r,L),f.sub(h),u.sub(h),g.sub(d),v.sub(d);let z=1/(g.x*v.y-v.x*g.y);isFinite(z)&&(m.copy(f).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(z),p.copy(u).multiplyScalar(g.x).addScaledVector(f,-v.x).multiplyScalar(z),a[U].add(m),a[I].add(m),a[L].add(m),l[U].add(p),l[I].add(p),l[L].add(p))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let U=0,I=A.length;U<I;++U){let L=A[U],z=L.start,k=L.count;for(let N=z,W=z+k;N<W;N+=3)y(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let w=new H,C=new H,E=new H,x=new H;function T(U){E.fromBufferAttribute(s,U),x.copy(E);let I=a[U];w.copy(I),w.sub(E.multiplyScalar(E.dot(I))).normalize(),C.crossVectors(x,I);let z=C.dot(l[U])<0?-1:1;o.setXYZW(U,w.x,w.y,w.z,z)}for(let U=0,I=n.count;U<I;++U)c[U]&&T(U);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new ri(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,d=n.count;u<d;u++)n.setXYZ(u,0,0,0);let s=new H,r=new H,o=new H,a=new H,l=new H,c=new H,h=new H,f=new H;if(t)for(let u=0,d=t.count;u<d;u+=3){let g=t.getX(u+0),v=t.getX(u+1),m=t.getX(u+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,v),o.fromBufferAttribute(e,m),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let u=0,d=e.count;u<d;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)bn.fromBufferAttribute(t,e),bn.normalize(),t.setXYZ(e,bn.x,bn.y,bn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,f=a.normalized,u=new c.constructor(l.length*h),d=0,g=0;for(let v=0,m=l.length;v<m;v++){a.isInterleavedBufferAttribute?d=l[v]*a.data.stride+a.offset:d=l[v]*h;for(let p=0;p<h;p++)u[g++]=c[d++]}return new ri(u,h,f)}if(this.index===null)return qt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,f=c.length;h<f;h++){let u=c[h],d=t(u,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let f=0,u=c.length;f<u;f++){let d=c[f];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],f=r[c];for(let u=0,d=f.length;u<d;u++)h.push(f[u].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let f=o[c];this.addGroup(f.start,f.count,f.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Zh=new H,Wx=new H,Xx=new ee,si=class{constructor(t=new H(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Zh.subVectors(n,e).cross(Wx.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Zh),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Xx.getNormalMatrix(t),s=this.coplanarPoint(Zh).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},qx=0,ls=class extends Ti{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:qx++}),this.uuid=so(),this.name="",this.type="Material",this.blending=eo,this.side=Bs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=fu,this.blendDst=du,this.blendEquation=nr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Zt(0,0,0),this.blendAlpha=0,this.depthFunc=Gr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Rm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=al,this.stencilZFail=al,this.stencilZPass=al,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){qt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){qt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Zt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new si().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new $t().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new $t().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var ss=new H,$h=new H,Wa=new H,Xa=new H,Rs=class{constructor(t=new H,e=new H(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,ss)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=ss.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(ss.copy(this.origin).addScaledVector(this.direction,e),ss.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){$h.copy(t).add(e).multiplyScalar(.5),Wa.copy(e).sub(t).normalize(),Xa.copy(this.origin).sub($h);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Wa),a=Xa.dot(this.direction),l=-Xa.dot(Wa),c=Xa.lengthSq(),h=Math.abs(1-o*o),f,u,d,g;if(h>0)if(f=o*l-a,u=o*a-l,g=r*h,f>=0)if(u>=-g)if(u<=g){let v=1/h;f*=v,u*=v,d=f*(f+o*u+2*a)+u*(o*f+u+2*l)+c}else u=r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u=-r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u<=-g?(f=Math.max(0,-(-o*r+a)),u=f>0?-r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c):u<=g?(f=0,u=Math.min(Math.max(-r,-l),r),d=u*(u+2*l)+c):(f=Math.max(0,-(o*r+a)),u=f>0?r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c);else u=o>0?-r:r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,f),s&&s.copy($h).addScaledVector(Wa,u),d}intersectSphere(t,e){if(t.radius<0)return null;ss.subVectors(t.center,this.origin);let n=ss.dot(this.direction),s=ss.dot(ss)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,f=1/this.direction.z,u=this.origin;return c>=0?(n=(t.min.x-u.x)*c,s=(t.max.x-u.x)*c):(n=(t.max.x-u.x)*c,s=(t.min.x-u.x)*c),h>=0?(r=(t.min.y-u.y)*h,o=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,o=(t.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),f>=0?(a=(t.min.z-u.z)*f,l=(t.max.z-u.z)*f):(a=(t.max.z-u.z)*f,l=(t.min.z-u.z)*f),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,ss)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,f=t.x-o.x,u=t.y-o.y,d=t.z-o.z,g=e.x-o.x,v=e.y-o.y,m=e.z-o.z,p=n.x-o.x,y=n.y-o.y,A=n.z-o.z,w=Math.abs(l),C=Math.abs(c),E=Math.abs(h),x,T,U,I,L,z,k,N,W,Y,G,lt;if(w>=C&&w>=E?(U=l,z=f,W=g,lt=p,l>=0?(x=c,T=h,I=u,L=d,k=v,N=m,Y=y,G=A):(x=h,T=c,I=d,L=u,k=m,N=v,Y=A,G=y)):C>=E?(U=c,z=u,W=v,lt=y,c>=0?(x=h,T=l,I=d,L=f,k=m,N=g,Y=A,G=p):(x=l,T=h,I=f,L=d,k=g,N=m,Y=p,G=A)):(U=h,z=d,W=m,lt=A,h>=0?(x=l,T=c,I=f,L=u,k=g,N=v,Y=p,G=y):(x=c,T=l,I=u,L=f,k=v,N=g,Y=y,G=p)),U===0)return null;let J=x/U,j=T/U,it=1/U,ut=I-J*z,ht=L-j*z,Q=k-J*W,pt=N-j*W,_t=Y-J*lt,Et=G-j*lt,St=_t*pt-Et*Q,Ht=ut*Et-ht*_t,se=Q*ht-pt*ut;if(s){if(St<0||Ht<0||se<0)return null}else if((St<0||Ht<0||se<0)&&(St>0||Ht>0||se>0))return null;let Vt=St+Ht+se;if(Vt===0)return null;let he=it*(St*z+Ht*W+se*lt);return(Vt>0?he<0:he>0)?null:this.at(he/Vt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Cs=class extends ls{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Zt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new as,this.combine=pu,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Op=new Oe,Ks=new Rs,qa=new Qs,Bp=new H,Ya=new H,Za=new H,$a=new H,Jh=new H,Ja=new H,zp=new H,Ka=new H,Ln=class extends En{constructor(t=new Rn,e=new Cs){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Ja.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],f=r[l];h!==0&&(Jh.fromBufferAttribute(f,t),o?Ja.addScaledVector(Jh,h):Ja.addScaledVector(Jh.sub(e),h))}e.add(Ja)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),qa.copy(n.boundingSphere),qa.applyMatrix4(r),Ks.copy(t.ray).recast(t.near),!(qa.containsPoint(Ks.origin)===!1&&(Ks.intersectSphere(qa,Bp)===null||Ks.origin.distanceToSquared(Bp)>(t.far-t.near)**2))&&(Op.copy(r).invert(),Ks.copy(t.ray).applyMatrix4(Op),!(n.boundingBox!==null&&Ks.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Ks)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,f=r.attributes.normal,u=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let m=u[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),A=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let w=y,C=A;w<C;w+=3){let E=a.getX(w),x=a.getX(w+1),T=a.getX(w+2);s=ja(this,p,t,n,c,h,f,E,x,T),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),v=Math.min(a.count,d.start+d.count);for(let m=g,p=v;m<p;m+=3){let y=a.getX(m),A=a.getX(m+1),w=a.getX(m+2);s=ja(this,o,t,n,c,h,f,y,A,w),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let m=u[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),A=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let w=y,C=A;w<C;w+=3){let E=w,x=w+1,T=w+2;s=ja(this,p,t,n,c,h,f,E,x,T),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),v=Math.min(l.count,d.start+d.count);for(let m=g,p=v;m<p;m+=3){let y=m,A=m+1,w=m+2;s=ja(this,o,t,n,c,h,f,y,A,w),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function Yx(i,t,e,n,s,r,o,a){let l;if(t.side===Hn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Bs,a),l===null)return null;Ka.copy(a),Ka.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Ka);return c<e.near||c>e.far?null:{distance:c,point:Ka.clone(),object:i}}function ja(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Ya),i.getVertexPosition(l,Za),i.getVertexPosition(c,$a);let h=Yx(i,t,e,n,Ya,Za,$a,zp);if(h){let f=new H;As.getBarycoord(zp,Ya,Za,$a,f),s&&(h.uv=As.getInterpolatedAttribute(s,a,l,c,f,new $t)),r&&(h.uv1=As.getInterpolatedAttribute(r,a,l,c,f,new $t)),o&&(h.normal=As.getInterpolatedAttribute(o,a,l,c,f,new H),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new H,materialIndex:0};As.getNormal(Ya,Za,$a,u.normal),h.face=u,h.barycoord=f}return h}var Sl=class extends Xn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=wn,h=wn,f,u){super(null,o,a,l,c,h,s,r,f,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var js=new Qs,Zx=new $t(.5,.5),Qa=new H,Ps=class{constructor(t=new si,e=new si,n=new si,s=new si,r=new si,o=new si){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=pi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],f=r[5],u=r[6],d=r[7],g=r[8],v=r[9],m=r[10],p=r[11],y=r[12],A=r[13],w=r[14],C=r[15];if(s[0].setComponents(c-o,d-h,p-g,C-y).normalize(),s[1].setComponents(c+o,d+h,p+g,C+y).normalize(),s[2].setComponents(c+a,d+f,p+v,C+A).normalize(),s[3].setComponents(c-a,d-f,p-v,C-A).normalize(),n)s[4].setComponents(l,u,m,w).normalize(),s[5].setComponents(c-l,d-u,p-m,C-w).normalize();else if(s[4].setComponents(c-l,d-u,p-m,C-w).normalize(),e===pi)s[5].setComponents(c+l,d+u,p+m,C+w).normalize();else if(e===Hr)s[5].setComponents(l,u,m,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),js.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),js.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(js)}intersectsSprite(t){js.center.set(0,0,0);let e=Zx.distanceTo(t.center);return js.radius=.7071067811865476+e,js.applyMatrix4(t.matrixWorld),this.intersectsSphere(js)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Qa.x=s.normal.x>0?t.max.x:t.min.x,Qa.y=s.normal.y>0?t.max.y:t.min.y,Qa.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Qa)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},kp=new Oe,Ml=class i{constructor(){this.coordinateSystem=pi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];kp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Ps),n[s].setFromProjectionMatrix(kp,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new Ps),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var cs=class extends ls{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Zt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},bl=new H,wl=new H,Vp=new Oe,Ao=new Rs,tl=new Qs,Kh=new H,Gp=new H,zo=class extends En{constructor(t=new Rn,e=new cs){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)bl.fromBufferAttribute(e,s-1),wl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=bl.distanceTo(wl);t.setAttribute("lineDistance",new Ue(n,1))}else qt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),tl.copy(n.boundingSphere),tl.applyMatrix4(s),tl.radius+=r,t.ray.intersectsSphere(tl)===!1)return;Vp.copy(s).invert(),Ao.copy(t.ray).applyMatrix4(Vp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let v=d,m=g-1;v<m;v+=c){let p=h.getX(v),y=h.getX(v+1),A=el(this,t,Ao,l,p,y,v);A&&e.push(A)}if(this.isLineLoop){let v=h.getX(g-1),m=h.getX(d),p=el(this,t,Ao,l,v,m,g-1);p&&e.push(p)}}else{let d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let v=d,m=g-1;v<m;v+=c){let p=el(this,t,Ao,l,v,v+1,v);p&&e.push(p)}if(this.isLineLoop){let v=el(this,t,Ao,l,g-1,d,g-1);v&&e.push(v)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function el(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(bl.fromBufferAttribute(a,s),wl.fromBufferAttribute(a,r),e.distanceSqToSegment(bl,wl,Kh,Gp)>n)return;Kh.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Kh);if(!(c<t.near||c>t.far))return{distance:c,point:Gp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Hp=new H,Wp=new H,$r=class extends zo{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Hp.fromBufferAttribute(e,s),Wp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Hp.distanceTo(Wp);t.setAttribute("lineDistance",new Ue(n,1))}else qt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var ko=class extends Xn{constructor(t=[],e=ir,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var hs=class extends Xn{constructor(t,e,n=Ei,s,r,o,a=wn,l=wn,c,h=os,f=1){if(h!==os&&h!==fs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:f};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new qr(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Vo=class extends hs{constructor(t,e=Ei,n=ir,s,r,o=wn,a=wn,l,c=os){let h={width:t,height:t,depth:1},f=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=f,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},Go=class extends Xn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Is=class i extends Rn{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],f=[],u=0,d=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Ue(c,3)),this.setAttribute("normal",new Ue(h,3)),this.setAttribute("uv",new Ue(f,2));function g(v,m,p,y,A,w,C,E,x,T,U){let I=w/x,L=C/T,z=w/2,k=C/2,N=E/2,W=x+1,Y=T+1,G=0,lt=0,J=new H;for(let j=0;j<Y;j++){let it=j*L-k;for(let ut=0;ut<W;ut++){let ht=ut*I-z;J[v]=ht*y,J[m]=it*A,J[p]=N,c.push(J.x,J.y,J.z),J[v]=0,J[m]=0,J[p]=E>0?1:-1,h.push(J.x,J.y,J.z),f.push(ut/x),f.push(1-j/T),G+=1}}for(let j=0;j<T;j++)for(let it=0;it<x;it++){let ut=u+it+W*j,ht=u+it+W*(j+1),Q=u+(it+1)+W*(j+1),pt=u+(it+1)+W*j;l.push(ut,ht,pt),l.push(ht,Q,pt),lt+=6}a.addGroup(d,lt,U),d+=lt,u+=G}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},Ho=class i extends Rn{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,f=Math.PI/2*t,u=e,d=2*f+u,g=n*2+r,v=s+1,m=new H,p=new H;for(let y=0;y<=g;y++){let A=0,w=0,C=0,E=0;if(y<=n){let U=y/n,I=U*Math.PI/2;w=-h-t*Math.cos(I),C=t*Math.sin(I),E=-t*Math.cos(I),A=U*f}else if(y<=n+r){let U=(y-n)/r;w=-h+U*e,C=t,E=0,A=f+U*u}else{let U=(y-n-r)/n,I=U*Math.PI/2;w=h+t*Math.sin(I),C=t*Math.cos(I),E=t*Math.sin(I),A=f+u+U*f}let x=Math.max(0,Math.min(1,A/d)),T=0;y===0?T=.5/s:y===g&&(T=-.5/s);for(let U=0;U<=s;U++){let I=U/s,L=I*Math.PI*2,z=Math.sin(L),k=Math.cos(L);p.x=-C*k,p.y=w,p.z=C*z,a.push(p.x,p.y,p.z),m.set(-C*k,E,C*z),m.normalize(),l.push(m.x,m.y,m.z),c.push(I+T,x)}if(y>0){let U=(y-1)*v;for(let I=0;I<s;I++){let L=U+I,z=U+I+1,k=y*v+I,N=y*v+I+1;o.push(L,z,k),o.push(z,N,k)}}}this.setIndex(o),this.setAttribute("position",new Ue(a,3)),this.setAttribute("normal",new Ue(l,3)),this.setAttribute("uv",new Ue(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Jr=class i extends Rn{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],f=[],u=[],d=[],g=0,v=[],m=n/2,p=0;y(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new Ue(f,3)),this.setAttribute("normal",new Ue(u,3)),this.setAttribute("uv",new Ue(d,2));function y(){let w=new H,C=new H,E=0,x=(e-t)/n;for(let T=0;T<=r;T++){let U=[],I=T/r,L=I*(e-t)+t;for(let z=0;z<=s;z++){let k=z/s,N=k*l+a,W=Math.sin(N),Y=Math.cos(N);C.x=L*W,C.y=-I*n+m,C.z=L*Y,f.push(C.x,C.y,C.z),w.set(W,x,Y).normalize(),u.push(w.x,w.y,w.z),d.push(k,1-I),U.push(g++)}v.push(U)}for(let T=0;T<s;T++)for(let U=0;U<r;U++){let I=v[U][T],L=v[U+1][T],z=v[U+1][T+1],k=v[U][T+1];(t>0||U!==0)&&(h.push(I,L,k),E+=3),(e>0||U!==r-1)&&(h.push(L,z,k),E+=3)}c.addGroup(p,E,0),p+=E}function A(w){let C=g,E=new $t,x=new H,T=0,U=w===!0?t:e,I=w===!0?1:-1;for(let z=1;z<=s;z++)f.push(0,m*I,0),u.push(0,I,0),d.push(.5,.5),g++;let L=g;for(let z=0;z<=s;z++){let N=z/s*l+a,W=Math.cos(N),Y=Math.sin(N);x.x=U*Y,x.y=m*I,x.z=U*W,f.push(x.x,x.y,x.z),u.push(0,I,0),E.x=W*.5+.5,E.y=Y*.5*I+.5,d.push(E.x,E.y),g++}for(let z=0;z<s;z++){let k=C+z,N=L+z;w===!0?h.push(N,N+1,k):h.push(N+1,N,k),T+=3}c.addGroup(p,T,w===!0?1:2),p+=T}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Tl=class i extends Jr{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Wo=class i extends Rn{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,f=t/a,u=e/l,d=[],g=[],v=[],m=[];for(let p=0;p<h;p++){let y=p*u-o;for(let A=0;A<c;A++){let w=A*f-r;g.push(w,-y,0),v.push(0,0,1),m.push(A/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){let A=y+c*p,w=y+c*(p+1),C=y+1+c*(p+1),E=y+1+c*p;d.push(A,w,E),d.push(w,C,E)}this.setIndex(d),this.setAttribute("position",new Ue(g,3)),this.setAttribute("normal",new Ue(v,3)),this.setAttribute("uv",new Ue(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Ls=class i extends Rn{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],f=new H,u=new H,d=[],g=[],v=[],m=[];for(let p=0;p<=n;p++){let y=[],A=p/n,w=o+A*a,C=t*Math.cos(w),E=Math.sqrt(t*t-C*C),x=0;p===0&&o===0?x=.5/e:p===n&&l===Math.PI&&(x=-.5/e);for(let T=0;T<=e;T++){let U=T/e,I=s+U*r;f.x=-E*Math.cos(I),f.y=C,f.z=E*Math.sin(I),g.push(f.x,f.y,f.z),u.copy(f).normalize(),v.push(u.x,u.y,u.z),m.push(U+x,1-A),y.push(c++)}h.push(y)}for(let p=0;p<n;p++)for(let y=0;y<e;y++){let A=h[p][y+1],w=h[p][y],C=h[p+1][y],E=h[p+1][y+1];(p!==0||o>0)&&d.push(A,w,E),(p!==n-1||l<Math.PI)&&d.push(w,C,E)}this.setIndex(d),this.setAttribute("position",new Ue(g,3)),this.setAttribute("normal",new Ue(v,3)),this.setAttribute("uv",new Ue(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Xo=class extends Rn{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new H,r=new H;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let f=l[c],u=f.start,d=f.count;for(let g=u,v=u+d;g<v;g+=3)for(let m=0;m<3;m++){let p=a.getX(g+m),y=a.getX(g+(m+1)%3);s.fromBufferAttribute(o,p),r.fromBufferAttribute(o,y),Xp(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,f=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,f),Xp(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Ue(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function Xp(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}function rr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(qp(s))s.isRenderTargetTexture?(qt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(qp(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Dn(i){let t={};for(let e=0;e<i.length;e++){let n=rr(i[e]);for(let s in n)t[s]=n[s]}return t}function qp(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function $x(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function zu(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:_e.workingColorSpace}var Gm={clone:rr,merge:Dn},Jx=`void main() {
 gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Kx=`void main() {
 gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Gi=class extends ls{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Jx,this.fragmentShader=Kx,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=rr(t.uniforms),this.uniformsGroups=$x(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Zt().setHex(s.value);break;case"v2":this.uniforms[n].value=new $t().fromArray(s.value);break;case"v3":this.uniforms[n].value=new H().fromArray(s.value);break;case"v4":this.uniforms[n].value=new qe().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ee().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Oe().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},El=class extends Gi{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},tr=class extends ls{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Zt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Zt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ec,this.normalScale=new $t(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new as,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Al=class extends ls{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Em,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Rl=class extends ls{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Br(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function nl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Ds=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Cl=class extends Ds{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:eu,endingEnd:eu}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case nu:r=t,a=2*e-n;break;case iu:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case nu:o=t,l=2*n-e;break;case iu:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,f=this._offsetNext,u=this._weightPrev,d=this._weightNext,g=(n-e)/(s-e),v=g*g,m=v*g,p=-u*m+2*u*v-u*g,y=(1+u)*m+(-1.5-2*u)*v+(-.5+u)*g+1,A=(-1-d)*m+(1.5+d)*v+.5*g,w=d*m-d*v;for(let C=0;C!==a;++C)r[C]=p*o[h+C]+y*o[c+C]+A*o[l+C]+w*o[f+C];return r}},Pl=class extends Ds{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),f=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*f+o[l+u]*h;return r}},Il=class extends Ds{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Ll=class extends Ds{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,f=this.outTangents;if(!h||!f){let g=(n-e)/(s-e),v=1-g;for(let m=0;m!==a;++m)r[m]=o[c+m]*v+o[l+m]*g;return r}let u=a*2,d=t-1;for(let g=0;g!==a;++g){let v=o[c+g],m=o[l+g],p=d*u+g*2,y=f[p],A=f[p+1],w=t*u+g*2,C=h[w],E=h[w+1],x=Qx(n,e,y,C,s);r[g]=Hm(x,v,A,E,m)}return r}};function Hm(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function jx(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function Qx(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=Hm(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=jx(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ai=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Br(e,this.TimeBufferType),this.values=Br(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Br(t.times,Array),values:Br(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),nl(t.settings)&&(n.settings={inTangents:Br(t.settings.inTangents,Array),outTangents:Br(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Il(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Pl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Cl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Ll(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Io:e=this.InterpolantFactoryMethodDiscrete;break;case _l:e=this.InterpolantFactoryMethodLinear;break;case ol:e=this.InterpolantFactoryMethodSmooth;break;case tu:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return qt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Io;case this.InterpolantFactoryMethodLinear:return _l;case this.InterpolantFactoryMethodSmooth:return ol;case this.InterpolantFactoryMethodBezier:return tu}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;nl(this.settings)&&(Yp(this.settings.inTangents,t),Yp(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;nl(this.settings)&&(Zp(this.settings.inTangents,t),Zp(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(Qt("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qt("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qt("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){Qt("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&mx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qt("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===ol,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let f=a*n,u=f-n,d=f+n;for(let g=0;g!==n;++g){let v=e[f+g];if(v!==e[u+g]||v!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let f=a*n,u=o*n;for(let d=0;d!==n;++d)e[u+d]=e[f+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,nl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Yp(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function Zp(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ai.prototype.ValueTypeName="";ai.prototype.TimeBufferType=Float32Array;ai.prototype.ValueBufferType=Float32Array;ai.prototype.DefaultInterpolation=_l;var Ns=class extends ai{constructor(t,e,n){super(t,e,n)}};Ns.prototype.ValueTypeName="bool";Ns.prototype.ValueBufferType=Array;Ns.prototype.DefaultInterpolation=Io;Ns.prototype.InterpolantFactoryMethodLinear=void 0;Ns.prototype.InterpolantFactoryMethodSmooth=void 0;var Dl=class extends ai{constructor(t,e,n,s){super(t,e,n,s)}};Dl.prototype.ValueTypeName="color";var Nl=class extends ai{constructor(t,e,n,s){super(t,e,n,s)}};Nl.prototype.ValueTypeName="number";var Ul=class extends Ds{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Tn.slerpFlat(r,0,o,c-a,o,c,l);return r}},qo=class extends ai{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new Ul(this.times,this.values,this.getValueSize(),t)}};qo.prototype.ValueTypeName="quaternion";qo.prototype.InterpolantFactoryMethodSmooth=void 0;var Us=class extends ai{constructor(t,e,n){super(t,e,n)}};Us.prototype.ValueTypeName="string";Us.prototype.ValueBufferType=Array;Us.prototype.DefaultInterpolation=Io;Us.prototype.InterpolantFactoryMethodLinear=void 0;Us.prototype.InterpolantFactoryMethodSmooth=void 0;var Fl=class extends ai{constructor(t,e,n,s){super(t,e,n,s)}};Fl.prototype.ValueTypeName="vector";var Ol=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,f){return c.push(h,f),this},this.removeHandler=function(h){let f=c.indexOf(h);return f!==-1&&c.splice(f,2),this},this.getHandler=function(h){for(let f=0,u=c.length;f<u;f+=2){let d=c[f],g=c[f+1];if(d.global&&(d.lastIndex=0),d.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Wm=new Ol,Bl=class{constructor(t){this.manager=t!==void 0?t:Wm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Bl.DEFAULT_MATERIAL_NAME="__DEFAULT";var Kr=class extends En{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Zt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Yo=class extends Kr{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Zt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},jh=new Oe,$p=new H,Jp=new H,zl=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new $t(512,512),this.mapType=qn,this.map=null,this.mapPass=null,this.matrix=new Oe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Ps,this._frameExtents=new $t(1,1),this._viewportCount=1,this._viewports=[new qe(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;$p.setFromMatrixPosition(t.matrixWorld),e.position.copy($p),Jp.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Jp),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){jh.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(jh,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Hr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(jh)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},il=new H,sl=new Tn,zi=new H,Zo=class extends En{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Oe,this.projectionMatrix=new Oe,this.projectionMatrixInverse=new Oe,this.coordinateSystem=pi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(il,sl,zi),zi.x===1&&zi.y===1&&zi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(il,sl,zi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(il,sl,zi),zi.x===1&&zi.y===1&&zi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(il,sl,zi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Es=new H,Kp=new $t,jp=new $t,Vn=class extends Zo{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Xr*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Co*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Xr*2*Math.atan(Math.tan(Co*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Es.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Es.x,Es.y).multiplyScalar(-t/Es.z),Es.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Es.x,Es.y).multiplyScalar(-t/Es.z)}getViewSize(t,e){return this.getViewBounds(t,Kp,jp),e.subVectors(jp,Kp)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Co*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var $o=class extends Zo{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},su=class extends zl{constructor(){super(new $o(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Jo=class extends Kr{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.target=new En,this.shadow=new su}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},Ko=class extends Kr{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var zr=-90,kr=1,jr=class extends En{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Vn(zr,kr,t,e);s.layers=this.layers,this.add(s);let r=new Vn(zr,kr,t,e);r.layers=this.layers,this.add(r);let o=new Vn(zr,kr,t,e);o.layers=this.layers,this.add(o);let a=new Vn(zr,kr,t,e);a.layers=this.layers,this.add(a);let l=new Vn(zr,kr,t,e);l.layers=this.layers,this.add(l);let c=new Vn(zr,kr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===pi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Hr)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,f=t.getRenderTarget(),u=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=v,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(f,u,d),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},kl=class extends Vn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var ku="\\[\\]\\.:\\/",ty=new RegExp("["+ku+"]","g"),Vu="[^"+ku+"]",ey="[^"+ku.replace("\\.","")+"]",ny=/((?:WC+[\/:])*)/.source.replace("WC",Vu),iy=/(WCOD+)?/.source.replace("WCOD",ey),sy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Vu),ry=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Vu),oy=new RegExp("^"+ny+iy+sy+ry+"$"),ay=["material","materials","bones","map"],ru=class{constructor(t,e,n){let s=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(ty,"")}static parseTrackName(t){let e=oy.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);ay.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){qt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){Qt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){Qt("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){Qt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){Qt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){Qt("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){Qt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){Qt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;Qt("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){Qt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){Qt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=ru;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var qw=new Float32Array(1);var Qp=new Oe,jo=class{constructor(t,e,n=0,s=1/0){this.ray=new Rs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new Yr,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):Qt("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return Qp.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Qp),this}intersectObject(t,e=!0,n=[]){return ou(t,this,n,e),n.sort(tm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)ou(t[s],this,n,e);return n.sort(tm),n}};function tm(i,t){return i.distance-t.distance}function ou(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)ou(r[o],t,e,!0)}}var Fs=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=de(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(de(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var au=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var Qo=class extends $r{constructor(t=10,e=10,n=4473924,s=8947848){n=new Zt(n),s=new Zt(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let u=0,d=0,g=-a;u<=e;u++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let v=u===r?n:s;v.toArray(c,d),d+=3,v.toArray(c,d),d+=3,v.toArray(c,d),d+=3,v.toArray(c,d),d+=3}let h=new Rn;h.setAttribute("position",new Ue(l,3)),h.setAttribute("color",new Ue(c,3));let f=new cs({vertexColors:!0,toneMapped:!1});super(h,f),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var em=new H,rl,Qh,Qr=class extends En{constructor(t=new H(0,0,1),e=new H(0,0,0),n=1,s=16776960,r=n*.2,o=r*.2){super(),this.type="ArrowHelper",rl===void 0&&(rl=new Rn,rl.setAttribute("position",new Ue([0,0,0,0,1,0],3)),Qh=new Tl(.5,1,5,1),Qh.translate(0,-.5,0)),this.position.copy(e),this.line=new zo(rl,new cs({color:s,toneMapped:!1})),this.line.matrixAutoUpdate=!1,this.add(this.line),this.cone=new Ln(Qh,new Cs({color:s,toneMapped:!1})),this.cone.matrixAutoUpdate=!1,this.add(this.cone),this.setDirection(t),this.setLength(n,r,o)}setDirection(t){if(t.y>.99999)this.quaternion.set(0,0,0,1);else if(t.y<-.99999)this.quaternion.set(1,0,0,0);else{em.set(t.z,0,-t.x).normalize();let e=Math.acos(t.y);this.quaternion.setFromAxisAngle(em,e)}}setLength(t,e=t*.2,n=e*.2){this.line.scale.set(1,Math.max(1e-4,t-e),1),this.line.updateMatrix(),this.cone.scale.set(n,e,n),this.cone.position.y=t,this.cone.updateMatrix()}setColor(t){this.line.material.color.set(t),this.cone.material.color.set(t)}copy(t){return super.copy(t,!1),this.line.copy(t.line),this.cone.copy(t.cone),this}dispose(){super.dispose(),this.line.geometry.dispose(),this.line.material.dispose(),this.cone.geometry.dispose(),this.cone.material.dispose()}};var ta=class extends Ti{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Gu(i,t,e,n){let s=ly(n);switch(e){case Au:return i*t;case Cu:return i*t/s.components*s.byteLength;case Yl:return i*t/s.components*s.byteLength;case zs:return i*t*2/s.components*s.byteLength;case Zl:return i*t*2/s.components*s.byteLength;case Ru:return i*t*3/s.components*s.byteLength;case Ci:return i*t*4/s.components*s.byteLength;case $l:return i*t*4/s.components*s.byteLength;case ia:case sa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case ra:case oa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Kl:case Ql:return Math.max(i,16)*Math.max(t,8)/4;case Jl:case jl:return Math.max(i,8)*Math.max(t,8)/2;case tc:case ec:case ic:case sc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case nc:case aa:case rc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case oc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case ac:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case lc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case cc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case hc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case uc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case fc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case dc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case pc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case mc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case gc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case _c:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case xc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case yc:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case vc:case Sc:case Mc:return Math.ceil(i/4)*Math.ceil(t/4)*16;case bc:case wc:return Math.ceil(i/4)*Math.ceil(t/4)*8;case la:case Tc:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function ly(i){switch(i){case qn:case bu:return{byteLength:1,components:1};case io:case wu:case Ri:return{byteLength:2,components:1};case Xl:case ql:return{byteLength:2,components:4};case Ei:case Wl:case Ai:return{byteLength:4,components:1};case Tu:case Eu:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function fg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function hy(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,f=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:f}}function n(a,l,c){let h=l.array,f=l.updateRanges;if(i.bindBuffer(c,a),f.length===0)i.bufferSubData(c,0,h);else{f.sort((d,g)=>d.start-g.start);let u=0;for(let d=1;d<f.length;d++){let g=f[u],v=f[d];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,f[u]=v)}f.length=u+1;for(let d=0,g=f.length;d<g;d++){let v=f[d];i.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var uy=`#ifdef USE_ALPHAHASH
 if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,fy=`#ifdef USE_ALPHAHASH
 const float ALPHA_HASH_SCALE = 0.05;
 float hash2D( vec2 value ) {
 return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
 }
 float hash3D( vec3 value ) {
 return hash2D( vec2( hash2D( value.xy ), value.z ) );
 }
 float getAlphaHashThreshold( vec3 position ) {
 float maxDeriv = max(
 length( dFdx( position.xyz ) ),
 length( dFdy( position.xyz ) )
 );
 float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
 vec2 pixScales = vec2(
 exp2( floor( log2( pixScale ) ) ),
 exp2( ceil( log2( pixScale ) ) )
 );
 vec2 alpha = vec2(
 hash3D( floor( pixScales.x * position.xyz ) ),
 hash3D( floor( pixScales.y * position.xyz ) )
 );
 float lerpFactor = fract( log2( pixScale ) );
 float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
 float a = min( lerpFactor, 1.0 - lerpFactor );
 vec3 cases = vec3(
 x * x / ( 2.0 * a * ( 1.0 - a ) ),
 ( x - 0.5 * a ) / ( 1.0 - a ),
 1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
 );
 float threshold = ( x < ( 1.0 - a ) )
 ? ( ( x < a ) ? cases.x : cases.y )
 : cases.z;
 return clamp( threshold , 1.0e-6, 1.0 );
 }
#endif`,dy=`#ifdef USE_ALPHAMAP
 diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,py=`#ifdef USE_ALPHAMAP
 uniform sampler2D alphaMap;
#endif`,my=`#ifdef USE_ALPHATEST
 #ifdef ALPHA_TO_COVERAGE
 diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
 if ( diffuseColor.a == 0.0 ) discard;
 #else
 if ( diffuseColor.a < alphaTest ) discard;
 #endif
#endif`,gy=`#ifdef USE_ALPHATEST
 uniform float alphaTest;
#endif`,_y=`#ifdef USE_AOMAP
 float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
 reflectedLight.indirectDiffuse *= ambientOcclusion;
 #if defined( USE_CLEARCOAT ) 
 clearcoatSpecularIndirect *= ambientOcclusion;
 #endif
 #if defined( USE_SHEEN ) 
 sheenSpecularIndirect *= ambientOcclusion;
 #endif
 #if defined( USE_ENVMAP ) && defined( STANDARD )
 float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
 reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
 #endif
#endif`,xy=`#ifdef USE_AOMAP
 uniform sampler2D aoMap;
 uniform float aoMapIntensity;
#endif`,yy=`#ifdef USE_BATCHING
 #if ! defined( GL_ANGLE_multi_draw )
 #define gl_DrawID _gl_DrawID
 uniform int _gl_DrawID;
 #endif
 uniform highp sampler2D batchingTexture;
 uniform highp usampler2D batchingIdTexture;
 mat4 getBatchingMatrix( const in float i ) {
 int size = textureSize( batchingTexture, 0 ).x;
 int j = int( i ) * 4;
 int x = j % size;
 int y = j / size;
 vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
 vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
 vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
 vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
 return mat4( v1, v2, v3, v4 );
 }
 float getIndirectIndex( const in int i ) {
 int size = textureSize( batchingIdTexture, 0 ).x;
 int x = i % size;
 int y = i / size;
 return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
 }
#endif
#ifdef USE_BATCHING_COLOR
 uniform sampler2D batchingColorTexture;
 vec4 getBatchingColor( const in float i ) {
 int size = textureSize( batchingColorTexture, 0 ).x;
 int j = int( i );
 int x = j % size;
 int y = j / size;
 return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
 }
#endif`,vy=`#ifdef USE_BATCHING
 mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Sy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
 vPosition = vec3( position );
#endif`,My=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
 vec3 objectTangent = vec3( tangent.xyz );
#endif`,by=`float G_BlinnPhong_Implicit( ) {
 return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
 return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
 vec3 halfDir = normalize( lightDir + viewDir );
 float dotNH = saturate( dot( normal, halfDir ) );
 float dotVH = saturate( dot( viewDir, halfDir ) );
 vec3 F = F_Schlick( specularColor, 1.0, dotVH );
 float G = G_BlinnPhong_Implicit( );
 float D = D_BlinnPhong( shininess, dotNH );
 return F * ( G * D );
} // validated`,wy=`#ifdef USE_IRIDESCENCE
 const mat3 XYZ_TO_REC709 = mat3(
  3.2404542, -0.9692660,  0.0556434,
 -1.5371385,  1.8760108, -0.2040259,
 -0.4985314,  0.0415560,  1.0572252
 );
 vec3 Fresnel0ToIor( vec3 fresnel0 ) {
 vec3 sqrtF0 = sqrt( fresnel0 );
 return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
 }
 vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
 return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
 }
 float IorToFresnel0( float transmittedIor, float incidentIor ) {
 return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
 }
 vec3 evalSensitivity( float OPD, vec3 shift ) {
 float phase = 2.0 * PI * OPD * 1.0e-9;
 vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
 vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
 vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
 vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
 xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
 xyz /= 1.0685e-7;
 vec3 rgb = XYZ_TO_REC709 * xyz;
 return rgb;
 }
 vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
 vec3 I;
 float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
 float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
 float cosTheta2Sq = 1.0 - sinTheta2Sq;
 if ( cosTheta2Sq < 0.0 ) {
 return vec3( 1.0 );
 }
 float cosTheta2 = sqrt( cosTheta2Sq );
 float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
 float R12 = F_Schlick( R0, 1.0, cosTheta1 );
 float T121 = 1.0 - R12;
 float phi12 = 0.0;
 if ( iridescenceIOR < outsideIOR ) phi12 = PI;
 float phi21 = PI - phi12;
 vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) ); vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
 vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
 vec3 phi23 = vec3( 0.0 );
 if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
 if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
 if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
 float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
 vec3 phi = vec3( phi21 ) + phi23;
 vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
 vec3 r123 = sqrt( R123 );
 vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
 vec3 C0 = R12 + Rs;
 I = C0;
 vec3 Cm = Rs - T121;
 for ( int m = 1; m <= 2; ++ m ) {
 Cm *= r123;
 vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
 I += Cm * Sm;
 }
 return max( I, vec3( 0.0 ) );
 }
#endif`,Ty=`#ifdef USE_BUMPMAP
 uniform sampler2D bumpMap;
 uniform float bumpScale;
 vec2 dHdxy_fwd() {
 vec2 dSTdx = dFdx( vBumpMapUv );
 vec2 dSTdy = dFdy( vBumpMapUv );
 float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
 float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
 float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
 return vec2( dBx, dBy );
 }
 vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
 vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
 vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
 vec3 vN = surf_norm;
 vec3 R1 = cross( vSigmaY, vN );
 vec3 R2 = cross( vN, vSigmaX );
 float fDet = dot( vSigmaX, R1 ) * faceDirection;
 vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
 return normalize( abs( fDet ) * surf_norm - vGrad );
 }
#endif`,Ey=`#if NUM_CLIPPING_PLANES > 0
 vec4 plane;
 #ifdef ALPHA_TO_COVERAGE
 float distanceToPlane, distanceGradient;
 float clipOpacity = 1.0;
 #pragma unroll_loop_start
 for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
 plane = clippingPlanes[ i ];
 distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
 distanceGradient = fwidth( distanceToPlane ) / 2.0;
 clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
 if ( clipOpacity == 0.0 ) discard;
 }
 #pragma unroll_loop_end
 #if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
 float unionClipOpacity = 1.0;
 #pragma unroll_loop_start
 for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
 plane = clippingPlanes[ i ];
 distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
 distanceGradient = fwidth( distanceToPlane ) / 2.0;
 unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
 }
 #pragma unroll_loop_end
 clipOpacity *= 1.0 - unionClipOpacity;
 #endif
 diffuseColor.a *= clipOpacity;
 if ( diffuseColor.a == 0.0 ) discard;
 #else
 #pragma unroll_loop_start
 for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
 plane = clippingPlanes[ i ];
 if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
 }
 #pragma unroll_loop_end
 #if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
 bool clipped = true;
 #pragma unroll_loop_start
 for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
 plane = clippingPlanes[ i ];
 clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
 }
 #pragma unroll_loop_end
 if ( clipped ) discard;
 #endif
 #endif
#endif`,Ay=`#if NUM_CLIPPING_PLANES > 0
 varying vec3 vClipPosition;
 uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Ry=`#if NUM_CLIPPING_PLANES > 0
 varying vec3 vClipPosition;
#endif`,Cy=`#if NUM_CLIPPING_PLANES > 0
 vClipPosition = - mvPosition.xyz;
#endif`,Py=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
 diffuseColor *= vColor;
#endif`,Iy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
 varying vec4 vColor;
#endif`,Ly=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
 varying vec4 vColor;
#endif`,Dy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
 vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
 vColor *= color;
#elif defined( USE_COLOR )
 vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
 vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
 vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Ny=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
 const highp float a = 12.9898, b = 78.233, c = 43758.5453;
 highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
 return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
 float precisionSafeLength( vec3 v ) { return length( v ); }
#else
 float precisionSafeLength( vec3 v ) {
 float maxComponent = max3( abs( v ) );
 return length( v / maxComponent ) * maxComponent;
 }
#endif
struct IncidentLight {
 vec3 color;
 vec3 direction;
 bool visible;
};
struct ReflectedLight {
 vec3 directDiffuse;
 vec3 directSpecular;
 vec3 indirectDiffuse;
 vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
 varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
 return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
 return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
 return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
 return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
 float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
 float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
 return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
 return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
 float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
 return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
 float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
 return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Uy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
 vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
 mat3 bm = mat3( batchingMatrix );
 transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
 transformedNormal = bm * transformedNormal;
 #ifdef USE_TANGENT
 transformedTangent = bm * transformedTangent;
 #endif
#endif
#ifdef USE_INSTANCING
 mat3 im = mat3( instanceMatrix );
 transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
 transformedNormal = im * transformedNormal;
 #ifdef USE_TANGENT
 transformedTangent = im * transformedTangent;
 #endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
 transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
 transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Fy=`#ifdef USE_DISPLACEMENTMAP
 uniform sampler2D displacementMap;
 uniform float displacementScale;
 uniform float displacementBias;
#endif`,Oy=`#ifdef USE_DISPLACEMENTMAP
 transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,By=`#ifdef USE_EMISSIVEMAP
 vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
 #ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
 emissiveColor = sRGBTransferEOTF( emissiveColor );
 #endif
 totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,zy=`#ifdef USE_EMISSIVEMAP
 uniform sampler2D emissiveMap;
#endif`,ky="gl_FragColor = linearToOutputTexel( gl_FragColor );",Vy=`vec4 LinearTransferOETF( in vec4 value ) {
 return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
 return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
 return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Gy=`#ifdef USE_ENVMAP
 #ifdef ENV_WORLDPOS
 vec3 cameraToFrag;
 if ( isOrthographic ) {
 cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
 } else {
 cameraToFrag = normalize( vWorldPosition - cameraPosition );
 }
 vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
 #ifdef ENVMAP_MODE_REFLECTION
 vec3 reflectVec = reflect( cameraToFrag, worldNormal );
 #else
 vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
 #endif
 #else
 vec3 reflectVec = vReflect;
 #endif
 #ifdef ENVMAP_TYPE_CUBE
 vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
 #ifdef ENVMAP_BLENDING_MULTIPLY
 outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
 #elif defined( ENVMAP_BLENDING_MIX )
 outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
 #elif defined( ENVMAP_BLENDING_ADD )
 outgoingLight += envColor.xyz * specularStrength * reflectivity;
 #endif
 #endif
#endif`,Hy=`#ifdef USE_ENVMAP
 uniform float envMapIntensity;
 uniform mat3 envMapRotation;
 uniform samplerCube envMap;
 #ifdef ENVMAP_TYPE_PMREM
 float roughnessToMip( const in float roughness ) {
 float r = clamp( roughness, 0.0, 1.0 );
 return ENVMAP_MAX_LOD * r * ( 2.0 - r );
 }
 #endif
#endif`,Wy=`#ifdef USE_ENVMAP
 uniform float reflectivity;
 #if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
 #define ENV_WORLDPOS
 #endif
 #ifdef ENV_WORLDPOS
 varying vec3 vWorldPosition;
 uniform float refractionRatio;
 #else
 varying vec3 vReflect;
 #endif
#endif`,Xy=`#ifdef USE_ENVMAP
 #if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
 #define ENV_WORLDPOS
 #endif
 #ifdef ENV_WORLDPOS
 
 varying vec3 vWorldPosition;
 #else
 varying vec3 vReflect;
 uniform float refractionRatio;
 #endif
#endif`,qy=`#ifdef USE_ENVMAP
 #ifdef ENV_WORLDPOS
 vWorldPosition = worldPosition.xyz;
 #else
 vec3 cameraToVertex;
 if ( isOrthographic ) {
 cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
 } else {
 cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
 }
 vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
 #ifdef ENVMAP_MODE_REFLECTION
 vReflect = reflect( cameraToVertex, worldNormal );
 #else
 vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
 #endif
 #endif
#endif`,Yy=`#ifdef USE_FOG
 vFogDepth = - mvPosition.z;
#endif`,Zy=`#ifdef USE_FOG
 varying float vFogDepth;
#endif`,$y=`#ifdef USE_FOG
 #ifdef FOG_EXP2
 float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
 #else
 float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
 #endif
 gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Jy=`#ifdef USE_FOG
 uniform vec3 fogColor;
 varying float vFogDepth;
 #ifdef FOG_EXP2
 uniform float fogDensity;
 #else
 uniform float fogNear;
 uniform float fogFar;
 #endif
#endif`,Ky=`#ifdef USE_GRADIENTMAP
 uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
 float dotNL = dot( normal, lightDirection );
 vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
 #ifdef USE_GRADIENTMAP
 return vec3( texture2D( gradientMap, coord ).r );
 #else
 vec2 fw = fwidth( coord ) * 0.5;
 return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
 #endif
}`,jy=`#ifdef USE_LIGHTMAP
 uniform sampler2D lightMap;
 uniform float lightMapIntensity;
#endif`,Qy=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,tv=`varying vec3 vViewPosition;
struct LambertMaterial {
 vec3 diffuseColor;
 float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
 float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
 vec3 irradiance = dotNL * directLight.color;
 reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
 reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct RE_Direct_Lambert
#define RE_IndirectDiffuse RE_IndirectDiffuse_Lambert`,ev=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
 uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
 float x = normal.x, y = normal.y, z = normal.z;
 vec3 result = shCoefficients[ 0 ] * 0.886227;
 result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
 result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
 result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
 result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
 result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
 result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
 result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
 result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
 return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
 vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
 vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
 return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
 vec3 irradiance = ambientLightColor;
 return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
 float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
 if ( cutoffDistance > 0.0 ) {
 distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
 }
 return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
 return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
 struct SunLight {
 vec3 direction;
 vec3 color;
 };
 uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
 void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
 light.color = sunLight.color;
 light.direction = sunLight.direction;
 light.visible = true;
 }
#endif
#if NUM_DIR_LIGHTS > 0
 struct DirectionalLight {
 vec3 direction;
 vec3 color;
 };
 uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
 void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
 light.color = directionalLight.color;
 light.direction = directionalLight.direction;
 light.visible = true;
 }
#endif
#if NUM_POINT_LIGHTS > 0
 struct PointLight {
 vec3 position;
 vec3 color;
 float distance;
 float decay;
 };
 uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
 void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
 vec3 lVector = pointLight.position - geometryPosition;
 light.direction = normalize( lVector );
 float lightDistance = length( lVector );
 light.color = pointLight.color;
 light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
 light.visible = ( light.color != vec3( 0.0 ) );
 }
#endif
#if NUM_SPOT_LIGHTS > 0
 struct SpotLight {
 vec3 position;
 vec3 direction;
 vec3 color;
 float distance;
 float decay;
 float coneCos;
 float penumbraCos;
 };
 uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
 void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
 vec3 lVector = spotLight.position - geometryPosition;
 light.direction = normalize( lVector );
 float angleCos = dot( light.direction, spotLight.direction );
 float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
 if ( spotAttenuation > 0.0 ) {
 float lightDistance = length( lVector );
 light.color = spotLight.color * spotAttenuation;
 light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
 light.visible = ( light.color != vec3( 0.0 ) );
 } else {
 light.color = vec3( 0.0 );
 light.visible = false;
 }
 }
#endif
#if NUM_RECT_AREA_LIGHTS > 0
 struct RectAreaLight {
 vec3 color;
 vec3 position;
 vec3 halfWidth;
 vec3 halfHeight;
 };
 uniform sampler2D ltc_1; uniform sampler2D ltc_2;
 uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
 struct HemisphereLight {
 vec3 direction;
 vec3 skyColor;
 vec3 groundColor;
 };
 uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
 vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
 float dotNL = dot( normal, hemiLight.direction );
 float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
 vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
 return irradiance;
 }
#endif
#include <lightprobes_pars_fragment>`,nv=`#ifdef USE_ENVMAP
 vec3 getIBLIrradiance( const in vec3 normal ) {
 #ifdef ENVMAP_TYPE_PMREM
 vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
 vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
 return PI * envMapColor.rgb * envMapIntensity;
 #else
 return vec3( 0.0 );
 #endif
 }
 vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
 #ifdef ENVMAP_TYPE_PMREM
 vec3 reflectVec = reflect( - viewDir, normal );
 reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
 reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
 vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
 return envMapColor.rgb * envMapIntensity;
 #else
 return vec3( 0.0 );
 #endif
 }
 #ifdef USE_RETROREFLECTION
 vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
 #ifdef ENVMAP_TYPE_PMREM
 vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
 retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
 vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
 return envMapColor.rgb * envMapIntensity;
 #else
 return vec3( 0.0 );
 #endif
 }
 #endif
 #ifdef USE_ANISOTROPY
 vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
 #ifdef ENVMAP_TYPE_PMREM
 vec3 bentNormal = cross( bitangent, viewDir );
 bentNormal = normalize( cross( bentNormal, bitangent ) );
 bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
 return getIBLRadiance( viewDir, bentNormal, roughness );
 #else
 return vec3( 0.0 );
 #endif
 }
 #ifdef USE_RETROREFLECTION
 vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
 #ifdef ENVMAP_TYPE_PMREM
 vec3 bentNormal = cross( bitangent, viewDir );
 bentNormal = normalize( cross( bentNormal, bitangent ) );
 bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
 return getIBLRetroRadiance( viewDir, bentNormal, roughness );
 #else
 return vec3( 0.0 );
 #endif
 }
 #endif
 #endif
#endif`,iv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,sv=`varying vec3 vViewPosition;
struct ToonMaterial {
 vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
 vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
 reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
 reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct RE_Direct_Toon
#define RE_IndirectDiffuse RE_IndirectDiffuse_Toon`,rv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,ov=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
 vec3 diffuseColor;
 vec3 specularColor;
 float specularShininess;
 float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
 float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
 vec3 irradiance = dotNL * directLight.color;
 reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
 reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
 reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct RE_Direct_BlinnPhong
#define RE_IndirectDiffuse RE_IndirectDiffuse_BlinnPhong`,av=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
 float diffuseRoughnessFactor = diffuseRoughness;
 #ifdef USE_DIFFUSE_ROUGHNESSMAP
 diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
 #endif
 material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
 material.ior = ior;
 #ifdef USE_SPECULAR
 float specularIntensityFactor = specularIntensity;
 vec3 specularColorFactor = specularColor;
 #ifdef USE_SPECULAR_COLORMAP
 specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
 #endif
 #ifdef USE_SPECULAR_INTENSITYMAP
 specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
 #endif
 material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
 #else
 float specularIntensityFactor = 1.0;
 vec3 specularColorFactor = vec3( 1.0 );
 material.specularF90 = 1.0;
 #endif
 material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
 material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
 material.specularColor = vec3( 0.04 );
 material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
 material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
 material.clearcoat = clearcoat;
 material.clearcoatRoughness = clearcoatRoughness;
 material.clearcoatF0 = vec3( 0.04 );
 material.clearcoatF90 = 1.0;
 #ifdef USE_CLEARCOATMAP
 material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
 #endif
 #ifdef USE_CLEARCOAT_ROUGHNESSMAP
 material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
 #endif
 material.clearcoat = saturate( material.clearcoat ); material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
 material.clearcoatRoughness += geometryRoughness;
 material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
 material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
 material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
 material.iridescence = iridescence;
 material.iridescenceIOR = iridescenceIOR;
 #ifdef USE_IRIDESCENCEMAP
 material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
 #endif
 #ifdef USE_IRIDESCENCE_THICKNESSMAP
 material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
 #else
 material.iridescenceThickness = iridescenceThicknessMaximum;
 #endif
#endif
#ifdef USE_SHEEN
 material.sheenColor = sheenColor;
 #ifdef USE_SHEEN_COLORMAP
 material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
 #endif
 material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
 #ifdef USE_SHEEN_ROUGHNESSMAP
 material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
 #endif
#endif
#ifdef USE_ANISOTROPY
 #ifdef USE_ANISOTROPYMAP
 mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
 vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
 vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
 #else
 vec2 anisotropyV = anisotropyVector;
 #endif
 material.anisotropy = length( anisotropyV );
 if( material.anisotropy == 0.0 ) {
 anisotropyV = vec2( 1.0, 0.0 );
 } else {
 anisotropyV /= material.anisotropy;
 material.anisotropy = saturate( material.anisotropy );
 }
 material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
 material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
 material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,lv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
 vec3 diffuseColor;
 vec3 diffuseContribution;
 vec3 specularColor;
 vec3 specularColorBlended;
 float roughness;
 float metalness;
 float specularF90;
 float dispersion;
 vec2 dfg;
 vec3 multiScatteringCompensation;
 #ifdef USE_DIFFUSE_ROUGHNESS
 float diffuseRoughness;
 #endif
 #ifdef USE_RETROREFLECTION
 float retroreflectivity;
 #endif
 #ifdef USE_CLEARCOAT
 float clearcoat;
 float clearcoatRoughness;
 vec3 clearcoatF0;
 float clearcoatF90;
 #endif
 #ifdef USE_IRIDESCENCE
 float iridescence;
 float iridescenceIOR;
 float iridescenceThickness;
 vec3 iridescenceFresnel;
 vec3 iridescenceF0Dielectric;
 vec3 iridescenceF0Metallic;
 #endif
 #ifdef USE_SHEEN
 vec3 sheenColor;
 float sheenRoughness;
 #endif
 #ifdef IOR
 float ior;
 #endif
 #ifdef USE_TRANSMISSION
 float transmission;
 float transmissionAlpha;
 float thickness;
 float attenuationDistance;
 vec3 attenuationColor;
 #endif
 #ifdef USE_ANISOTROPY
 float anisotropy;
 float alphaT;
 vec3 anisotropyT;
 vec3 anisotropyB;
 #endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
 const float EON_EPSILON = 1e-7;
 float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
 float muComp = 1.0 - mu;
 float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
 return A * ( 1.0 + roughness * gOverPi );
 }
 vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
 vec3 rho = saturate( diffuseColor );
 if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
 float dotNL = saturate( dot( normal, lightDir ) );
 float dotNV = saturate( dot( normal, viewDir ) );
 float s = dot( lightDir, viewDir ) - dotNL * dotNV;
 float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
 float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
 vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
 float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
 float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
 float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
 vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
 vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
 * max( EON_EPSILON, 1.0 - albedoV )
 * max( EON_EPSILON, 1.0 - albedoL )
 / max( EON_EPSILON, 1.0 - averageAlbedo );
 return singleScatter + multiScatter;
 }
 vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
 vec3 rho = saturate( diffuseColor );
 if ( roughness <= EON_EPSILON ) return rho;
 float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
 float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
 float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
 vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
 return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
 }
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
 float a2 = pow2( alpha );
 float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
 float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
 return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
 float a2 = pow2( alpha );
 float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
 return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
 float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
 float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
 float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
 return 0.5 / max( gv + gl, EPSILON );
 }
 float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
 float a2 = alphaT * alphaB;
 highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
 highp float v2 = dot( v, v );
 float w2 = a2 / v2;
 return RECIPROCAL_PI * a2 * pow2 ( w2 );
 }
#endif
#ifdef USE_CLEARCOAT
 vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
 vec3 f0 = material.clearcoatF0;
 float f90 = material.clearcoatF90;
 float roughness = max( material.clearcoatRoughness, 0.045 );
 float alpha = pow2( roughness );
 vec3 halfDir = normalize( lightDir + viewDir );
 float dotNL = saturate( dot( normal, lightDir ) );
 float dotNV = saturate( dot( normal, viewDir ) );
 float dotNH = saturate( dot( normal, halfDir ) );
 float dotVH = saturate( dot( viewDir, halfDir ) );
 vec3 F = F_Schlick( f0, f90, dotVH );
 float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
 float D = D_GGX( alpha, dotNH );
 return F * ( V * D );
 }
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
 vec3 f0 = material.specularColorBlended;
 float f90 = material.specularF90;
 float roughness = max( material.roughness, 0.045 );
 float alpha = pow2( roughness );
 vec3 halfDir = normalize( lightDir + viewDir );
 float dotNL = saturate( dot( normal, lightDir ) );
 float dotNV = saturate( dot( normal, viewDir ) );
 float dotNH = saturate( dot( normal, halfDir ) );
 float dotVH = saturate( dot( viewDir, halfDir ) );
 vec3 F = F_Schlick( f0, f90, dotVH );
 #ifdef USE_IRIDESCENCE
 F = mix( F, material.iridescenceFresnel, material.iridescence );
 #endif
 #ifdef USE_ANISOTROPY
 float dotTL = dot( material.anisotropyT, lightDir );
 float dotTV = dot( material.anisotropyT, viewDir );
 float dotTH = dot( material.anisotropyT, halfDir );
 float dotBL = dot( material.anisotropyB, lightDir );
 float dotBV = dot( material.anisotropyB, viewDir );
 float dotBH = dot( material.anisotropyB, halfDir );
 float alphaT = max( material.alphaT, alpha );
 float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
 float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
 #else
 float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
 float D = D_GGX( alpha, dotNH );
 #endif
 return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
 const float LUT_SIZE = 64.0;
 const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
 const float LUT_BIAS = 0.5 / LUT_SIZE;
 float dotNV = saturate( dot( N, V ) );
 vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
 uv = uv * LUT_SCALE + LUT_BIAS;
 return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
 float l = length( f );
 return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
 float x = dot( v1, v2 );
 float y = abs( x );
 float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
 float b = 3.4175940 + ( 4.1616724 + y ) * y;
 float v = a / b;
 float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
 return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
 vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
 vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
 vec3 lightNormal = cross( v1, v2 );
 if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
 vec3 T1, T2;
 T1 = normalize( V - N * dot( V, N ) );
 T2 = - cross( N, T1 );
 mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
 vec3 coords[ 4 ];
 coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
 coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
 coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
 coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
 coords[ 0 ] = normalize( coords[ 0 ] );
 coords[ 1 ] = normalize( coords[ 1 ] );
 coords[ 2 ] = normalize( coords[ 2 ] );
 coords[ 3 ] = normalize( coords[ 3 ] );
 vec3 vectorFormFactor = vec3( 0.0 );
 vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
 vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
 vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
 vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
 float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
 return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
 float alpha = pow2( roughness );
 float invAlpha = 1.0 / alpha;
 float cos2h = dotNH * dotNH;
 float sin2h = max( 1.0 - cos2h, 0.0078125 );
 return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
 return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
 vec3 halfDir = normalize( lightDir + viewDir );
 float dotNL = saturate( dot( normal, lightDir ) );
 float dotNV = saturate( dot( normal, viewDir ) );
 float dotNH = saturate( dot( normal, halfDir ) );
 float D = D_Charlie( sheenRoughness, dotNH );
 float V = V_Neubelt( dotNV, dotNL );
 return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
 float dotNV = saturate( dot( normal, viewDir ) );
 float r2 = roughness * roughness;
 float rInv = 1.0 / ( roughness + 0.1 );
 float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
 float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
 float DG = exp( a * dotNV + b );
 return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
 float dotNV = saturate( dot( normal, viewDir ) );
 vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
 return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
 #ifdef USE_IRIDESCENCE
 vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
 #else
 vec3 Fr = specularColor;
 #endif
 vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
 float Ess = fab.x + fab.y;
 float Ems = 1.0 - Ess;
 vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619; vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
 singleScatter += FssEss;
 multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
 void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
 vec3 normal = geometryNormal;
 vec3 viewDir = geometryViewDir;
 vec3 position = geometryPosition;
 vec3 lightPos = rectAreaLight.position;
 vec3 halfWidth = rectAreaLight.halfWidth;
 vec3 halfHeight = rectAreaLight.halfHeight;
 vec3 lightColor = rectAreaLight.color;
 float roughness = material.roughness;
 vec3 rectCoords[ 4 ];
 rectCoords[ 0 ] = lightPos + halfWidth - halfHeight; rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
 rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
 rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
 vec2 uv = LTC_Uv( normal, viewDir, roughness );
 vec4 t1 = texture2D( ltc_1, uv );
 vec4 t2 = texture2D( ltc_2, uv );
 mat3 mInv = mat3(
 vec3( t1.x, 0, t1.y ),
 vec3(    0, 1,    0 ),
 vec3( t1.z, 0, t1.w )
 );
 vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
 reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
 reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
 #ifdef USE_CLEARCOAT
 vec3 Ncc = geometryClearcoatNormal;
 vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
 vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
 vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
 mat3 mInvClearcoat = mat3(
 vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
 vec3(             0, 1,             0 ),
 vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
 );
 vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
 clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
 #endif
 }
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
 float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
 vec3 irradiance = dotNL * directLight.color;
 #ifdef USE_CLEARCOAT
 float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
 vec3 ccIrradiance = dotNLcc * directLight.color;
 clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
 #endif
 #ifdef USE_SHEEN
 
  sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
  float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
  float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
  float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
  irradiance *= sheenEnergyComp;
 
  #endif
 vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
 #ifdef USE_RETROREFLECTION
 vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
 vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
 specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
 #endif
 reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
 vec3 halfDir = normalize( directLight.direction + geometryViewDir );
 float dotVH = saturate( dot( geometryViewDir, halfDir ) );
 vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
 #ifdef USE_RETROREFLECTION
 vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
 float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
 vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
 F = mix( F, retroF, saturate( material.retroreflectivity ) );
 #endif
 #ifdef USE_DIFFUSE_ROUGHNESS
 vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
 #else
 vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
 #endif
 reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
 vec3 singleScattering = vec3( 0.0 );
 vec3 multiScattering = vec3( 0.0 );
 #ifdef USE_IRIDESCENCE
 computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
 #else
 computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
 #endif
 #ifdef USE_DIFFUSE_ROUGHNESS
 float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
 vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
 vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
 #else
 vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
 #endif
 #ifdef USE_SHEEN
 float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
 float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
 diffuse *= sheenEnergyComp;
 #endif
 reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
 #ifdef USE_CLEARCOAT
 clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
 #endif
 #ifdef USE_SHEEN
 sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
  #endif
 vec3 singleScatteringDielectric = vec3( 0.0 );
 vec3 multiScatteringDielectric = vec3( 0.0 );
 vec3 singleScatteringMetallic = vec3( 0.0 );
 vec3 multiScatteringMetallic = vec3( 0.0 );
 #ifdef USE_IRIDESCENCE
 computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
 computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
 #else
 computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
 computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
 #endif
 vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
 vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
 vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
 #ifdef USE_DIFFUSE_ROUGHNESS
 float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
 vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
 #else
 vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
 #endif
 vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
 vec3 indirectSpecular = radiance * singleScattering;
 indirectSpecular += multiScattering * cosineWeightedIrradiance;
 vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
 #ifdef USE_SHEEN
 float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
 indirectSpecular *= sheenEnergyComp;
 indirectDiffuse *= sheenEnergyComp;
 #endif
 reflectedLight.indirectSpecular += indirectSpecular;
 reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct RE_Direct_Physical
#define RE_Direct_RectArea RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
 return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,cv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
 geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
 float dotNVi = saturate( dot( normal, geometryViewDir ) );
 if ( material.iridescenceThickness == 0.0 ) {
 material.iridescence = 0.0;
 } else {
 material.iridescence = saturate( material.iridescence );
 }
 if ( material.iridescence > 0.0 ) {
 vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
 vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
 material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
 material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
 material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
 }
#endif
#ifdef STANDARD
 float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
 material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
 #if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
 float EssMs = material.dfg.x + material.dfg.y;
 material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
 #endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
 PointLight pointLight;
 #if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
 PointLightShadow pointLightShadow;
 #endif
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
 pointLight = pointLights[ i ];
 getPointLightInfo( pointLight, geometryPosition, directLight );
 #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
 pointLightShadow = pointLightShadows[ i ];
 directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
 #endif
 RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
 }
 #pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
 SpotLight spotLight;
 vec4 spotColor;
 vec3 spotLightCoord;
 bool inSpotLightMap;
 #if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
 SpotLightShadow spotLightShadow;
 #endif
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
 spotLight = spotLights[ i ];
 getSpotLightInfo( spotLight, geometryPosition, directLight );
 #if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
 #define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
 #elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
 #define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
 #else
 #define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
 #endif
 #if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
 spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
 inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
 spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
 directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
 #endif
 #undef SPOT_LIGHT_MAP_INDEX
 #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
 spotLightShadow = spotLightShadows[ i ];
 directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
 #endif
 RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
 }
 #pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
 SunLight sunLight;
 #if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
 SunLightShadow sunLightShadow;
 #endif
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
 sunLight = sunLights[ i ];
 getSunLightInfo( sunLight, directLight );
 #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
 sunLightShadow = sunLightShadows[ i ];
 directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
 #endif
 RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
 }
 #pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
 DirectionalLight directionalLight;
 #if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
 DirectionalLightShadow directionalLightShadow;
 #endif
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
 directionalLight = directionalLights[ i ];
 getDirectionalLightInfo( directionalLight, directLight );
 #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
 directionalLightShadow = directionalLightShadows[ i ];
 directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
 #endif
 RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
 }
 #pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
 RectAreaLight rectAreaLight;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
 rectAreaLight = rectAreaLights[ i ];
 RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
 }
 #pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
 vec3 iblIrradiance = vec3( 0.0 );
 vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
 #if defined( USE_LIGHT_PROBES )
 irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
 #endif
 #if ( NUM_HEMI_LIGHTS > 0 )
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
 irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
 }
 #pragma unroll_loop_end
 #endif
 #if NUM_LIGHT_PROBE_GRIDS > 0
 vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
 vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
 int probeGrid = - 1;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
 if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
 }
 #pragma unroll_loop_end
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
 if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
 }
 #pragma unroll_loop_end
 #endif
#endif
#if defined( RE_IndirectSpecular )
 vec3 radiance = vec3( 0.0 );
 vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,hv=`#if defined( RE_IndirectDiffuse )
 #ifdef USE_LIGHTMAP
 vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
 vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
 irradiance += lightMapIrradiance;
 #endif
 #if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
 #if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
 iblIrradiance += getIBLIrradiance( geometryNormal );
 #endif
 #endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
 #ifdef USE_ANISOTROPY
 vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
 #else
 vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
 #endif
 #ifdef USE_RETROREFLECTION
 #ifdef USE_ANISOTROPY
 vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
 #else
 vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
 #endif
 iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
 #endif
 radiance += iblRadiance;
 #ifdef USE_CLEARCOAT
 clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
 #endif
#endif`,uv=`#if defined( RE_IndirectDiffuse )
 #if defined( LAMBERT ) || defined( PHONG )
 irradiance += iblIrradiance;
 #endif
 RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
 RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,fv=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
 vec3 spacing = ( probesMax - probesMin ) / probesResolution;
 vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
 vec3 margin = spacing * 0.01;
 return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
 vec3 res = probesResolution;
 vec3 gridRange = probesMax - probesMin;
 vec3 probeSpacing = gridRange / res;
 vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
 vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
 float nz          = res.z;
 float paddedSlices = nz + 2.0;
 float atlasDepth  = 7.0 * paddedSlices;
 float uvZBase     = uvw.z * nz + 1.0;
 vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
 vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
 vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
 vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
 vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
 vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
 vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
 vec3 c0 = s0.xyz;
 vec3 c1 = vec3( s0.w, s1.xy );
 vec3 c2 = vec3( s1.zw, s2.x );
 vec3 c3 = s2.yzw;
 vec3 c4 = s3.xyz;
 vec3 c5 = vec3( s3.w, s4.xy );
 vec3 c6 = vec3( s4.zw, s5.x );
 vec3 c7 = s5.yzw;
 vec3 c8 = s6.xyz;
 float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
 vec3 result = c0 * 0.886227;
 result += c1 * 2.0 * 0.511664 * y;
 result += c2 * 2.0 * 0.511664 * z;
 result += c3 * 2.0 * 0.511664 * x;
 result += c4 * 2.0 * 0.429043 * x * y;
 result += c5 * 2.0 * 0.429043 * y * z;
 result += c6 * ( 0.743125 * z * z - 0.247708 );
 result += c7 * 2.0 * 0.429043 * x * z;
 result += c8 * 0.429043 * ( x * x - y * y );
 return max( result, vec3( 0.0 ) );
}
#endif`,dv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
 gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,pv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
 uniform float logDepthBufFC;
 varying float vFragDepth;
 varying float vIsPerspective;
#endif`,mv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
 varying float vFragDepth;
 varying float vIsPerspective;
#endif`,gv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
 vFragDepth = 1.0 + gl_Position.w;
 vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,_v=`#ifdef USE_MAP
 vec4 sampledDiffuseColor = texture2D( map, vMapUv );
 #ifdef DECODE_VIDEO_TEXTURE
 sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
 #endif
 diffuseColor *= sampledDiffuseColor;
#endif`,xv=`#ifdef USE_MAP
 uniform sampler2D map;
#endif`,yv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
 #if defined( USE_POINTS_UV )
 vec2 uv = vUv;
 #else
 vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
 #endif
#endif
#ifdef USE_MAP
 diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
 diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,vv=`#if defined( USE_POINTS_UV )
 varying vec2 vUv;
#else
 #if defined( USE_MAP ) || defined( USE_ALPHAMAP )
 uniform mat3 uvTransform;
 #endif
#endif
#ifdef USE_MAP
 uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
 uniform sampler2D alphaMap;
#endif`,Sv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
 vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
 metalnessFactor *= texelMetalness.b;
#endif`,Mv=`#ifdef USE_METALNESSMAP
 uniform sampler2D metalnessMap;
#endif`,bv=`#ifdef USE_INSTANCING_MORPH
 float morphTargetInfluences[ MORPHTARGETS_COUNT ];
 float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
 for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
 morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
 }
#endif`,wv=`#if defined( USE_MORPHCOLORS )
 #if defined( USE_COLOR_ALPHA )
 vColor *= morphTargetBaseInfluence;
 #elif defined( USE_COLOR )
 vColor.rgb *= morphTargetBaseInfluence;
 #endif
 for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
 #if defined( USE_COLOR_ALPHA )
 if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
 #elif defined( USE_COLOR )
 if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
 #endif
 }
#endif`,Tv=`#ifdef USE_MORPHNORMALS
 objectNormal *= morphTargetBaseInfluence;
 for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
 if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
 }
#endif`,Ev=`#ifdef USE_MORPHTARGETS
 #ifndef USE_INSTANCING_MORPH
 uniform float morphTargetBaseInfluence;
 uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
 #endif
 uniform sampler2DArray morphTargetsTexture;
 uniform ivec2 morphTargetsTextureSize;
 vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
 int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
 int y = texelIndex / morphTargetsTextureSize.x;
 int x = texelIndex - y * morphTargetsTextureSize.x;
 ivec3 morphUV = ivec3( x, y, morphTargetIndex );
 return texelFetch( morphTargetsTexture, morphUV, 0 );
 }
#endif`,Av=`#ifdef USE_MORPHTARGETS
 transformed *= morphTargetBaseInfluence;
 for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
 if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
 }
#endif`,Rv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
 vec3 fdx = dFdx( vViewPosition );
 vec3 fdy = dFdy( vViewPosition );
 vec3 normal = normalize( cross( fdx, fdy ) );
#else
 vec3 normal = normalize( vNormal );
 #ifdef DOUBLE_SIDED
 normal *= faceDirection;
 #endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
 #ifdef USE_TANGENT
 mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
 #else
 mat3 tbn = getTangentFrame( - vViewPosition, normal,
 #if defined( USE_NORMALMAP )
 vNormalMapUv
 #elif defined( USE_CLEARCOAT_NORMALMAP )
 vClearcoatNormalMapUv
 #else
 vUv
 #endif
 );
 #endif
 #ifdef DOUBLE_SIDED
 tbn[0] *= faceDirection;
 tbn[1] *= faceDirection;
 #endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
 #ifdef USE_TANGENT
 mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
 #else
 mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
 #endif
 #ifdef DOUBLE_SIDED
 tbn2[0] *= faceDirection;
 tbn2[1] *= faceDirection;
 #endif
#endif
vec3 nonPerturbedNormal = normal;`,Cv=`#ifdef USE_NORMALMAP_OBJECTSPACE
 normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
 #ifdef FLIP_SIDED
 normal = - normal;
 #endif
 #ifdef DOUBLE_SIDED
 normal = normal * faceDirection;
 #endif
 normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
 vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
 #if defined( USE_PACKED_NORMALMAP )
 mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
 #endif
 mapN.xy *= normalScale;
 normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
 normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Pv=`#ifndef FLAT_SHADED
 varying vec3 vNormal;
 #ifdef USE_TANGENT
 varying vec3 vTangent;
 varying vec3 vBitangent;
 #endif
#endif`,Iv=`#ifndef FLAT_SHADED
 varying vec3 vNormal;
 #ifdef USE_TANGENT
 varying vec3 vTangent;
 varying vec3 vBitangent;
 #endif
#endif`,Lv=`#ifndef FLAT_SHADED
 vNormal = normalize( transformedNormal );
 #ifdef USE_TANGENT
 vTangent = normalize( transformedTangent );
 vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
 #ifdef FLIP_SIDED
 vBitangent = - vBitangent;
 #endif
 #endif
#endif`,Dv=`#ifdef USE_NORMALMAP
 uniform sampler2D normalMap;
 uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
 uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
 mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
 vec3 q0 = dFdx( eye_pos.xyz );
 vec3 q1 = dFdy( eye_pos.xyz );
 vec2 st0 = dFdx( uv.st );
 vec2 st1 = dFdy( uv.st );
 vec3 N = surf_norm;
 vec3 q1perp = cross( q1, N );
 vec3 q0perp = cross( N, q0 );
 vec3 T = q1perp * st0.x + q0perp * st1.x;
 vec3 B = q1perp * st0.y + q0perp * st1.y;
 float det = max( dot( T, T ), dot( B, B ) );
 float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
 return mat3( T * scale, B * scale, N );
 }
#endif`,Nv=`#ifdef USE_CLEARCOAT
 vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Uv=`#ifdef USE_CLEARCOAT_NORMALMAP
 vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
 clearcoatMapN.xy *= clearcoatNormalScale;
 clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Fv=`#ifdef USE_CLEARCOATMAP
 uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
 uniform sampler2D clearcoatNormalMap;
 uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
 uniform sampler2D clearcoatRoughnessMap;
#endif`,Ov=`#ifdef USE_IRIDESCENCEMAP
 uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
 uniform sampler2D iridescenceThicknessMap;
#endif`,Bv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,zv=`vec3 packNormalToRGB( const in vec3 normal ) {
 return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
 return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
 if( v <= 0.0 )
 return vec4( 0., 0., 0., 0. );
 if( v >= 1.0 )
 return vec4( 1., 1., 1., 1. );
 float vuf;
 float af = modf( v * PackFactors.a, vuf );
 float bf = modf( vuf * ShiftRight8, vuf );
 float gf = modf( vuf * ShiftRight8, vuf );
 return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
 if( v <= 0.0 )
 return vec3( 0., 0., 0. );
 if( v >= 1.0 )
 return vec3( 1., 1., 1. );
 float vuf;
 float bf = modf( v * PackFactors.b, vuf );
 float gf = modf( vuf * ShiftRight8, vuf );
 return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
 if( v <= 0.0 )
 return vec2( 0., 0. );
 if( v >= 1.0 )
 return vec2( 1., 1. );
 float vuf;
 float gf = modf( v * 256., vuf );
 return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
 return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
 return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
 return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
 vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
 return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
 return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
 return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
 #ifdef USE_REVERSED_DEPTH_BUFFER
 
 return depth * ( far - near ) - far;
 #else
 return depth * ( near - far ) - near;
 #endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
 return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
 
 #ifdef USE_REVERSED_DEPTH_BUFFER
 return ( near * far ) / ( ( near - far ) * depth - near );
 #else
 return ( near * far ) / ( ( far - near ) * depth - far );
 #endif
}`,kv=`#ifdef PREMULTIPLIED_ALPHA
 gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Vv=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
 mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
 mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Gv=`#ifdef DITHERING
 gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Hv=`#ifdef DITHERING
 vec3 dithering( vec3 color ) {
 float grid_position = rand( gl_FragCoord.xy );
 vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
 dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
 return color + dither_shift_RGB;
 }
#endif`,Wv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
 vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
 roughnessFactor *= texelRoughness.g;
#endif`,Xv=`#ifdef USE_ROUGHNESSMAP
 uniform sampler2D roughnessMap;
#endif`,qv=`#if NUM_SPOT_LIGHT_COORDS > 0
 varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
 uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
 #if NUM_SUN_LIGHT_SHADOWS > 0
 #define SUN_LIGHT_CASCADES 2
 #if defined( SHADOWMAP_TYPE_PCF )
 uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
 #else
 uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
 #endif
 uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
 uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
 varying vec4 vSunShadowWorldPosition;
 varying vec3 vSunShadowWorldNormal;
 struct SunLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 };
 uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
 #endif
 #if NUM_DIR_LIGHT_SHADOWS > 0
 #if defined( SHADOWMAP_TYPE_PCF )
 uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
 #else
 uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
 #endif
 varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
 struct DirectionalLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 };
 uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
 #endif
 #if NUM_SPOT_LIGHT_SHADOWS > 0
 #if defined( SHADOWMAP_TYPE_PCF )
 uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
 #else
 uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
 #endif
 struct SpotLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 };
 uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
 #endif
 #if NUM_POINT_LIGHT_SHADOWS > 0
 #if defined( SHADOWMAP_TYPE_PCF )
 uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
 #elif defined( SHADOWMAP_TYPE_BASIC )
 uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
 #endif
 varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
 struct PointLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 float shadowCameraNear;
 float shadowCameraFar;
 };
 uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
 #endif
 #if defined( SHADOWMAP_TYPE_PCF )
 float interleavedGradientNoise( vec2 position ) {
 return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
 }
 vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
 const float goldenAngle = 2.399963229728653;
 float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
 float theta = float( sampleIndex ) * goldenAngle + phi;
 return vec2( cos( theta ), sin( theta ) ) * r;
 }
 #endif
 #if defined( SHADOWMAP_TYPE_PCF )
 float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
 float shadow = 1.0;
 shadowCoord.xyz /= shadowCoord.w;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 shadowCoord.z -= shadowBias;
 #else
 shadowCoord.z += shadowBias;
 #endif
 bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
 bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
 if ( frustumTest ) {
 vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
 vec2 radius = shadowRadius * texelSize;
 float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
 shadow = (
 texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
 texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
 texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
 texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
 texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
 ) * 0.2;
 }
 return mix( 1.0, shadow, shadowIntensity );
 }
 #elif defined( SHADOWMAP_TYPE_VSM )
 float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
 float shadow = 1.0;
 shadowCoord.xyz /= shadowCoord.w;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 shadowCoord.z -= shadowBias;
 #else
 shadowCoord.z += shadowBias;
 #endif
 bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
 bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
 if ( frustumTest ) {
 vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
 float mean = distribution.x;
 float variance = distribution.y * distribution.y;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 float hard_shadow = step( mean, shadowCoord.z );
 #else
 float hard_shadow = step( shadowCoord.z, mean );
 #endif
 
 if ( hard_shadow == 1.0 ) {
 shadow = 1.0;
 } else {
 variance = max( variance, 0.0000001 );
 float d = shadowCoord.z - mean;
 float p_max = variance / ( variance + d * d );
 p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
 shadow = max( hard_shadow, p_max );
 }
 }
 return mix( 1.0, shadow, shadowIntensity );
 }
 #else
 float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
 float shadow = 1.0;
 shadowCoord.xyz /= shadowCoord.w;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 shadowCoord.z -= shadowBias;
 #else
 shadowCoord.z += shadowBias;
 #endif
 bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
 bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
 if ( frustumTest ) {
 float depth = texture2D( shadowMap, shadowCoord.xy ).r;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 shadow = step( depth, shadowCoord.z );
 #else
 shadow = step( shadowCoord.z, depth );
 #endif
 }
 return mix( 1.0, shadow, shadowIntensity );
 }
 #endif
 #if NUM_SUN_LIGHT_SHADOWS > 0
 float getSunShadow(
 #if defined( SHADOWMAP_TYPE_PCF )
 sampler2DShadow shadowMap,
 #else
 sampler2D shadowMap,
 #endif
 SunLightShadow sunLightShadow,
 int shadowIndex
 ) {
 vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
 float viewDepth = vSunShadowWorldPosition.w;
 int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
 float shadow = 1.0;
 for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
 vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
 if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
 float cascadeShadow = getShadow(
 shadowMap,
 sunLightShadow.shadowMapSize,
 sunLightShadow.shadowIntensity,
 sunLightShadow.shadowBias,
 sunLightShadow.shadowRadius,
 sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
 );
 shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
 }
 }
 return shadow;
 }
 #endif
 #if NUM_POINT_LIGHT_SHADOWS > 0
 #if defined( SHADOWMAP_TYPE_PCF )
 float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
 float shadow = 1.0;
 vec3 lightToPosition = shadowCoord.xyz;
 vec3 bd3D = normalize( lightToPosition );
 vec3 absVec = abs( lightToPosition );
 float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
 if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
 float lightDistance = length( lightToPosition );
 float depthRange = shadowCameraFar - shadowCameraNear;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 float depthA = - shadowCameraNear / depthRange - shadowBias;
 float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
 #else
 float depthA = shadowCameraFar / depthRange + shadowBias;
 float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
 #endif
 float texelSize = shadowRadius / shadowMapSize.x;
 vec3 absDir = abs( bd3D );
 vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
 tangent = normalize( cross( bd3D, tangent ) );
 vec3 bitangent = cross( bd3D, tangent );
 float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
 shadow = 0.0;
 for ( int i = 0; i < 5; i ++ ) {
 vec2 offset = vogelDiskSample( i, 5, phi );
 vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
 vec3 absDirection = abs( direction );
 float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
 shadow += texture( shadowMap, vec4( direction, dp ) );
 }
 shadow *= 0.2;
 }
 return mix( 1.0, shadow, shadowIntensity );
 }
 #elif defined( SHADOWMAP_TYPE_BASIC )
 float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
 float shadow = 1.0;
 vec3 lightToPosition = shadowCoord.xyz;
 vec3 absVec = abs( lightToPosition );
 float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
 if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
 float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
 dp += shadowBias;
 vec3 bd3D = normalize( lightToPosition );
 float depth = textureCube( shadowMap, bd3D ).r;
 #ifdef USE_REVERSED_DEPTH_BUFFER
 depth = 1.0 - depth;
 #endif
 shadow = step( dp, depth );
 }
 return mix( 1.0, shadow, shadowIntensity );
 }
 #endif
 #endif
#endif`,Yv=`#if NUM_SPOT_LIGHT_COORDS > 0
 uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
 varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
 #if NUM_SUN_LIGHT_SHADOWS > 0
 varying vec4 vSunShadowWorldPosition;
 varying vec3 vSunShadowWorldNormal;
 #endif
 #if NUM_DIR_LIGHT_SHADOWS > 0
 uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
 varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
 struct DirectionalLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 };
 uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
 #endif
 #if NUM_SPOT_LIGHT_SHADOWS > 0
 struct SpotLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 };
 uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
 #endif
 #if NUM_POINT_LIGHT_SHADOWS > 0
 uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
 varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
 struct PointLightShadow {
 float shadowIntensity;
 float shadowBias;
 float shadowNormalBias;
 float shadowRadius;
 vec2 shadowMapSize;
 float shadowCameraNear;
 float shadowCameraFar;
 };
 uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
 #endif
#endif`,Zv=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
 #ifdef HAS_NORMAL
 vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
 #else
 vec3 shadowWorldNormal = vec3( 0.0 );
 #endif
 vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
 #if NUM_SUN_LIGHT_SHADOWS > 0
 vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
 vSunShadowWorldNormal = shadowWorldNormal;
 #endif
 #if NUM_DIR_LIGHT_SHADOWS > 0
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
 shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
 vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
 }
 #pragma unroll_loop_end
 #endif
 #if NUM_POINT_LIGHT_SHADOWS > 0
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
 shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
 vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
 }
 #pragma unroll_loop_end
 #endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
 shadowWorldPosition = worldPosition;
 #if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
 shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
 #endif
 vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
 }
 #pragma unroll_loop_end
#endif`,$v=`float getShadowMask() {
 float shadow = 1.0;
 #ifdef USE_SHADOWMAP
 #if NUM_SUN_LIGHT_SHADOWS > 0
 SunLightShadow sunLight;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
 sunLight = sunLightShadows[ i ];
 shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
 }
 #pragma unroll_loop_end
 #endif
 #if NUM_DIR_LIGHT_SHADOWS > 0
 DirectionalLightShadow directionalLight;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
 directionalLight = directionalLightShadows[ i ];
 shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
 }
 #pragma unroll_loop_end
 #endif
 #if NUM_SPOT_LIGHT_SHADOWS > 0
 SpotLightShadow spotLight;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
 spotLight = spotLightShadows[ i ];
 shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
 }
 #pragma unroll_loop_end
 #endif
 #if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
 PointLightShadow pointLight;
 #pragma unroll_loop_start
 for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
 pointLight = pointLightShadows[ i ];
 shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
 }
 #pragma unroll_loop_end
 #endif
 #endif
 return shadow;
}`,Jv=`#ifdef USE_SKINNING
 mat4 boneMatX = getBoneMatrix( skinIndex.x );
 mat4 boneMatY = getBoneMatrix( skinIndex.y );
 mat4 boneMatZ = getBoneMatrix( skinIndex.z );
 mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Kv=`#ifdef USE_SKINNING
 uniform mat4 bindMatrix;
 uniform mat4 bindMatrixInverse;
 uniform highp sampler2D boneTexture;
 mat4 getBoneMatrix( const in float i ) {
 int size = textureSize( boneTexture, 0 ).x;
 int j = int( i ) * 4;
 int x = j % size;
 int y = j / size;
 vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
 vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
 vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
 vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
 return mat4( v1, v2, v3, v4 );
 }
#endif`,jv=`#ifdef USE_SKINNING
 vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
 vec4 skinned = vec4( 0.0 );
 skinned += boneMatX * skinVertex * skinWeight.x;
 skinned += boneMatY * skinVertex * skinWeight.y;
 skinned += boneMatZ * skinVertex * skinWeight.z;
 skinned += boneMatW * skinVertex * skinWeight.w;
 transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Qv=`#ifdef USE_SKINNING
 mat4 skinMatrix = mat4( 0.0 );
 skinMatrix += skinWeight.x * boneMatX;
 skinMatrix += skinWeight.y * boneMatY;
 skinMatrix += skinWeight.z * boneMatZ;
 skinMatrix += skinWeight.w * boneMatW;
 skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
 objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
 #ifdef USE_TANGENT
 objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
 #endif
#endif`,tS=`float specularStrength;
#ifdef USE_SPECULARMAP
 vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
 specularStrength = texelSpecular.r;
#else
 specularStrength = 1.0;
#endif`,eS=`#ifdef USE_SPECULARMAP
 uniform sampler2D specularMap;
#endif`,nS=`#if defined( TONE_MAPPING )
 gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,iS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
 return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
 color *= toneMappingExposure;
 return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
 color *= toneMappingExposure;
 color = max( vec3( 0.0 ), color - 0.004 );
 return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
 vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
 vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
 return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
 const mat3 ACESInputMat = mat3(
 vec3( 0.59719, 0.07600, 0.02840 ), vec3( 0.35458, 0.90834, 0.13383 ),
 vec3( 0.04823, 0.01566, 0.83777 )
 );
 const mat3 ACESOutputMat = mat3(
 vec3(  1.60475, -0.10208, -0.00327 ), vec3( -0.53108,  1.10813, -0.07276 ),
 vec3( -0.07367, -0.00605,  1.07602 )
 );
 color *= toneMappingExposure / 0.6;
 color = ACESInputMat * color;
 color = RRTAndODTFit( color );
 color = ACESOutputMat * color;
 return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
 vec3( 1.6605, - 0.1246, - 0.0182 ),
 vec3( - 0.5876, 1.1329, - 0.1006 ),
 vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
 vec3( 0.6274, 0.0691, 0.0164 ),
 vec3( 0.3293, 0.9195, 0.0880 ),
 vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
 vec3 x2 = x * x;
 vec3 x4 = x2 * x2;
 return + 15.5 * x4 * x2
 - 40.14 * x4 * x
 + 31.96 * x4
 - 6.868 * x2 * x
 + 0.4298 * x2
 + 0.1191 * x
 - 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
 const mat3 AgXInsetMatrix = mat3(
 vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
 vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
 vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
 );
 const mat3 AgXOutsetMatrix = mat3(
 vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
 vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
 vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
 );
 const float AgxMinEv = - 12.47393; const float AgxMaxEv = 4.026069;
 color *= toneMappingExposure;
 color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
 color = AgXInsetMatrix * color;
 color = max( color, 1e-10 ); color = log2( color );
 color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
 color = clamp( color, 0.0, 1.0 );
 color = agxDefaultContrastApprox( color );
 color = AgXOutsetMatrix * color;
 color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
 color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
 color = clamp( color, 0.0, 1.0 );
 return color;
}
vec3 NeutralToneMapping( vec3 color ) {
 const float StartCompression = 0.8 - 0.04;
 const float Desaturation = 0.15;
 color *= toneMappingExposure;
 float x = min( color.r, min( color.g, color.b ) );
 float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
 color -= offset;
 float peak = max( color.r, max( color.g, color.b ) );
 if ( peak < StartCompression ) return color;
 float d = 1. - StartCompression;
 float newPeak = 1. - d * d / ( peak + d - StartCompression );
 color *= newPeak / peak;
 float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
 return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,sS=`#ifdef USE_TRANSMISSION
 material.transmission = transmission;
 material.transmissionAlpha = 1.0;
 material.thickness = thickness;
 material.attenuationDistance = attenuationDistance;
 material.attenuationColor = attenuationColor;
 #ifdef USE_TRANSMISSIONMAP
 material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
 #endif
 #ifdef USE_THICKNESSMAP
 material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
 #endif
 vec3 pos = vWorldPosition;
 vec3 v = normalize( cameraPosition - pos );
 vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
 vec4 transmitted = getIBLVolumeRefraction(
 n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
 pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
 material.attenuationColor, material.attenuationDistance );
 material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
 totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,rS=`#ifdef USE_TRANSMISSION
 uniform float transmission;
 uniform float thickness;
 uniform float attenuationDistance;
 uniform vec3 attenuationColor;
 #ifdef USE_TRANSMISSIONMAP
 uniform sampler2D transmissionMap;
 #endif
 #ifdef USE_THICKNESSMAP
 uniform sampler2D thicknessMap;
 #endif
 uniform vec2 transmissionSamplerSize;
 uniform sampler2D transmissionSamplerMap;
 uniform mat4 modelMatrix;
 uniform mat4 projectionMatrix;
 varying vec3 vWorldPosition;
 float w0( float a ) {
 return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
 }
 float w1( float a ) {
 return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
 }
 float w2( float a ){
 return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
 }
 float w3( float a ) {
 return ( 1.0 / 6.0 ) * ( a * a * a );
 }
 float g0( float a ) {
 return w0( a ) + w1( a );
 }
 float g1( float a ) {
 return w2( a ) + w3( a );
 }
 float h0( float a ) {
 return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
 }
 float h1( float a ) {
 return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
 }
 vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
 uv = uv * texelSize.zw + 0.5;
 vec2 iuv = floor( uv );
 vec2 fuv = fract( uv );
 float g0x = g0( fuv.x );
 float g1x = g1( fuv.x );
 float h0x = h0( fuv.x );
 float h1x = h1( fuv.x );
 float h0y = h0( fuv.y );
 float h1y = h1( fuv.y );
 vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
 vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
 vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
 vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
 return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
 g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
 }
 vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
 vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
 vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
 vec2 fLodSizeInv = 1.0 / fLodSize;
 vec2 cLodSizeInv = 1.0 / cLodSize;
 vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
 vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
 return mix( fSample, cSample, fract( lod ) );
 }
 vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
 vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
 vec3 modelScale;
 modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
 modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
 modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
 return normalize( refractionVector ) * thickness * modelScale;
 }
 float applyIorToRoughness( const in float roughness, const in float ior ) {
 return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
 }
 vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
 float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
 return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
 }
 vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
 if ( isinf( attenuationDistance ) ) {
 return vec3( 1.0 );
 } else {
 vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
 vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance ); return transmittance;
 }
 }
 vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
 const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
 const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
 const in vec3 attenuationColor, const in float attenuationDistance ) {
 vec4 transmittedLight;
 vec3 transmittance;
 #ifdef USE_DISPERSION
 float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
 vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
 for ( int i = 0; i < 3; i ++ ) {
 vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
 vec3 refractedRayExit = position + transmissionRay;
 vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
 vec2 refractionCoords = ndcPos.xy / ndcPos.w;
 refractionCoords += 1.0;
 refractionCoords /= 2.0;
 vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
 transmittedLight[ i ] = transmissionSample[ i ];
 transmittedLight.a += transmissionSample.a;
 transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
 }
 transmittedLight.a /= 3.0;
 #else
 vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
 vec3 refractedRayExit = position + transmissionRay;
 vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
 vec2 refractionCoords = ndcPos.xy / ndcPos.w;
 refractionCoords += 1.0;
 refractionCoords /= 2.0;
 transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
 transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
 #endif
 vec3 attenuatedColor = transmittance * transmittedLight.rgb;
 vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
 float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
 return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
 }
#endif`,oS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
 varying vec2 vUv;
#endif
#ifdef USE_MAP
 varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
 varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
 varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
 varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
 varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
 varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
 varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
 varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
 varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
 varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
 varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
 varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
 varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
 varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
 varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
 varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
 varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
 varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
 varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
 varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
 varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
 uniform mat3 transmissionMapTransform;
 varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
 uniform mat3 thicknessMapTransform;
 varying vec2 vThicknessMapUv;
#endif`,aS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
 varying vec2 vUv;
#endif
#ifdef USE_MAP
 uniform mat3 mapTransform;
 varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
 uniform mat3 alphaMapTransform;
 varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
 uniform mat3 lightMapTransform;
 varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
 uniform mat3 aoMapTransform;
 varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
 uniform mat3 bumpMapTransform;
 varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
 uniform mat3 normalMapTransform;
 varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
 uniform mat3 displacementMapTransform;
 varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
 uniform mat3 emissiveMapTransform;
 varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
 uniform mat3 metalnessMapTransform;
 varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
 uniform mat3 roughnessMapTransform;
 varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
 uniform mat3 diffuseRoughnessMapTransform;
 varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
 uniform mat3 anisotropyMapTransform;
 varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
 uniform mat3 clearcoatMapTransform;
 varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
 uniform mat3 clearcoatNormalMapTransform;
 varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
 uniform mat3 clearcoatRoughnessMapTransform;
 varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
 uniform mat3 sheenColorMapTransform;
 varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
 uniform mat3 sheenRoughnessMapTransform;
 varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
 uniform mat3 iridescenceMapTransform;
 varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
 uniform mat3 iridescenceThicknessMapTransform;
 varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
 uniform mat3 specularMapTransform;
 varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
 uniform mat3 specularColorMapTransform;
 varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
 uniform mat3 specularIntensityMapTransform;
 varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
 uniform mat3 transmissionMapTransform;
 varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
 uniform mat3 thicknessMapTransform;
 varying vec2 vThicknessMapUv;
#endif`,lS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
 vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
 vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
 vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
 vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
 vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
 vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
 vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
 vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
 vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
 vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
 vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
 vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
 vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
 vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
 vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
 vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
 vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
 vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
 vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
 vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
 vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
 vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
 vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
 vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
 vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,cS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
 vec4 worldPosition = vec4( transformed, 1.0 );
 #ifdef USE_BATCHING
 worldPosition = batchingMatrix * worldPosition;
 #endif
 #ifdef USE_INSTANCING
 worldPosition = instanceMatrix * worldPosition;
 #endif
 worldPosition = modelMatrix * worldPosition;
#endif`,hS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
 vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
 gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,uS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
 vec4 texColor = texture2D( t2D, vUv );
 #ifdef DECODE_VIDEO_TEXTURE
 texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
 #endif
 texColor.rgb *= backgroundIntensity;
 gl_FragColor = texColor;
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
}`,fS=`varying vec3 vWorldDirection;
#include <common>
void main() {
 vWorldDirection = transformDirection( position, modelMatrix );
 #include <begin_vertex>
 #include <project_vertex>
 gl_Position.z = gl_Position.w;
}`,dS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
 #ifdef ENVMAP_TYPE_PMREM
 vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
 #else
 vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
 #endif
 texColor.rgb *= backgroundIntensity;
 gl_FragColor = texColor;
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
}`,pS=`varying vec3 vWorldDirection;
#include <common>
void main() {
 vWorldDirection = transformDirection( position, modelMatrix );
 #include <begin_vertex>
 #include <project_vertex>
 gl_Position.z = gl_Position.w;
}`,mS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
 vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
 gl_FragColor = texColor;
 gl_FragColor.a *= opacity;
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
}`,gS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
 #include <uv_vertex>
 #include <batching_vertex>
 #include <skinbase_vertex>
 #include <morphinstance_vertex>
 #ifdef USE_DISPLACEMENTMAP
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinnormal_vertex>
 #endif
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 vHighPrecisionZW = gl_Position.zw;
}`,_S=`#if DEPTH_PACKING == 3200
 uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
 vec4 diffuseColor = vec4( 1.0 );
 #include <clipping_planes_fragment>
 #if DEPTH_PACKING == 3200
 diffuseColor.a = opacity;
 #endif
 #include <map_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <logdepthbuf_fragment>
 #ifdef USE_REVERSED_DEPTH_BUFFER
 float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
 #else
 float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
 #endif
 #if DEPTH_PACKING == 3200
 gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
 #elif DEPTH_PACKING == 3201
 gl_FragColor = packDepthToRGBA( fragCoordZ );
 #elif DEPTH_PACKING == 3202
 gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
 #elif DEPTH_PACKING == 3203
 gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
 #endif
}`,xS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <batching_vertex>
 #include <skinbase_vertex>
 #include <morphinstance_vertex>
 #ifdef USE_DISPLACEMENTMAP
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinnormal_vertex>
 #endif
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <worldpos_vertex>
 #include <clipping_planes_vertex>
 vWorldPosition = worldPosition.xyz;
}`,yS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( 1.0 );
 #include <clipping_planes_fragment>
 #include <map_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 float dist = length( vWorldPosition - referencePosition );
 dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
 dist = saturate( dist );
 gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,vS=`varying vec3 vWorldDirection;
#include <common>
void main() {
 vWorldDirection = transformDirection( position, modelMatrix );
 #include <begin_vertex>
 #include <project_vertex>
}`,SS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
 vec3 direction = normalize( vWorldDirection );
 vec2 sampleUV = equirectUv( direction );
 gl_FragColor = texture2D( tEquirect, sampleUV );
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
}`,MS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 vLineDistance = scale * lineDistance;
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 #include <fog_vertex>
}`,bS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 if ( mod( vLineDistance, totalSize ) > dashSize ) {
 discard;
 }
 vec3 outgoingLight = vec3( 0.0 );
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 outgoingLight = diffuseColor.rgb;
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
}`,wS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #endif
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 #include <worldpos_vertex>
 #include <envmap_vertex>
 #include <fog_vertex>
}`,TS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
 varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <specularmap_fragment>
 ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
 #ifdef USE_LIGHTMAP
 vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
 reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
 #else
 reflectedLight.indirectDiffuse += vec3( 1.0 );
 #endif
 #include <aomap_fragment>
 reflectedLight.indirectDiffuse *= diffuseColor.rgb;
 vec3 outgoingLight = reflectedLight.indirectDiffuse;
 #include <envmap_fragment>
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,ES=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 vViewPosition = - mvPosition.xyz;
 #include <worldpos_vertex>
 #include <envmap_vertex>
 #include <shadowmap_vertex>
 #include <fog_vertex>
}`,AS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
 vec3 totalEmissiveRadiance = emissive;
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <specularmap_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 #include <emissivemap_fragment>
 #include <lights_lambert_fragment>
 #include <lights_fragment_begin>
 #include <lights_fragment_maps>
 #include <lights_fragment_end>
 #include <aomap_fragment>
 vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
 #include <envmap_fragment>
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,RS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 #include <fog_vertex>
 vViewPosition = - mvPosition.xyz;
}`,CS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 vec3 viewDir = normalize( vViewPosition );
 vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
 vec3 y = cross( viewDir, x );
 vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
 #ifdef USE_MATCAP
 vec4 matcapColor = texture2D( matcap, uv );
 #else
 vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
 #endif
 vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,PS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
 varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphinstance_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
 vViewPosition = - mvPosition.xyz;
#endif
}`,IS=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
 varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
 #include <clipping_planes_fragment>
 #include <logdepthbuf_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
 #ifdef OPAQUE
 gl_FragColor.a = 1.0;
 #endif
}`,LS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphinstance_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 vViewPosition = - mvPosition.xyz;
 #include <worldpos_vertex>
 #include <envmap_vertex>
 #include <shadowmap_vertex>
 #include <fog_vertex>
}`,DS=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
 vec3 totalEmissiveRadiance = emissive;
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <specularmap_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 #include <emissivemap_fragment>
 #include <lights_phong_fragment>
 #include <lights_fragment_begin>
 #include <lights_fragment_maps>
 #include <lights_fragment_end>
 #include <aomap_fragment>
 vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
 #include <envmap_fragment>
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,NS=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
 varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 vViewPosition = - mvPosition.xyz;
 #include <worldpos_vertex>
 #include <shadowmap_vertex>
 #include <fog_vertex>
#ifdef USE_TRANSMISSION
 vWorldPosition = worldPosition.xyz;
#endif
}`,US=`#define STANDARD
#ifdef PHYSICAL
 #define IOR
 #define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
 uniform float ior;
#endif
#ifdef USE_SPECULAR
 uniform float specularIntensity;
 uniform vec3 specularColor;
 #ifdef USE_SPECULAR_COLORMAP
 uniform sampler2D specularColorMap;
 #endif
 #ifdef USE_SPECULAR_INTENSITYMAP
 uniform sampler2D specularIntensityMap;
 #endif
#endif
#ifdef USE_CLEARCOAT
 uniform float clearcoat;
 uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
 uniform float diffuseRoughness;
 #ifdef USE_DIFFUSE_ROUGHNESSMAP
 uniform sampler2D diffuseRoughnessMap;
 #endif
#endif
#ifdef USE_DISPERSION
 uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
 uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
 uniform float iridescence;
 uniform float iridescenceIOR;
 uniform float iridescenceThicknessMinimum;
 uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
 uniform vec3 sheenColor;
 uniform float sheenRoughness;
 #ifdef USE_SHEEN_COLORMAP
 uniform sampler2D sheenColorMap;
 #endif
 #ifdef USE_SHEEN_ROUGHNESSMAP
 uniform sampler2D sheenRoughnessMap;
 #endif
#endif
#ifdef USE_ANISOTROPY
 uniform vec2 anisotropyVector;
 #ifdef USE_ANISOTROPYMAP
 uniform sampler2D anisotropyMap;
 #endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
 vec3 totalEmissiveRadiance = emissive;
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <roughnessmap_fragment>
 #include <metalnessmap_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 #include <clearcoat_normal_fragment_begin>
 #include <clearcoat_normal_fragment_maps>
 #include <emissivemap_fragment>
 #include <lights_physical_fragment>
 #include <lights_fragment_begin>
 #include <lights_fragment_maps>
 #include <lights_fragment_end>
 #include <aomap_fragment>
 vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
 vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
 #include <transmission_fragment>
 vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
 #ifdef USE_SHEEN
 
 outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
  #endif
 #ifdef USE_CLEARCOAT
 float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
 vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
 outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
 #endif
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,FS=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <normal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <displacementmap_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 vViewPosition = - mvPosition.xyz;
 #include <worldpos_vertex>
 #include <shadowmap_vertex>
 #include <fog_vertex>
}`,OS=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
 vec3 totalEmissiveRadiance = emissive;
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <color_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 #include <normal_fragment_begin>
 #include <normal_fragment_maps>
 #include <emissivemap_fragment>
 #include <lights_toon_fragment>
 #include <lights_fragment_begin>
 #include <lights_fragment_maps>
 #include <lights_fragment_end>
 #include <aomap_fragment>
 vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
 #include <dithering_fragment>
}`,BS=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
 varying vec2 vUv;
 uniform mat3 uvTransform;
#endif
void main() {
 #ifdef USE_POINTS_UV
 vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
 #endif
 #include <color_vertex>
 #include <morphinstance_vertex>
 #include <morphcolor_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <project_vertex>
 gl_PointSize = size;
 #ifdef USE_SIZEATTENUATION
 bool isPerspective = isPerspectiveMatrix( projectionMatrix );
 if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
 #endif
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 #include <worldpos_vertex>
 #include <fog_vertex>
}`,zS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 vec3 outgoingLight = vec3( 0.0 );
 #include <logdepthbuf_fragment>
 #include <map_particle_fragment>
 #include <color_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 outgoingLight = diffuseColor.rgb;
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
}`,kS=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
 #include <batching_vertex>
 #include <beginnormal_vertex>
 #include <morphinstance_vertex>
 #include <morphnormal_vertex>
 #include <skinbase_vertex>
 #include <skinnormal_vertex>
 #include <defaultnormal_vertex>
 #include <begin_vertex>
 #include <morphtarget_vertex>
 #include <skinning_vertex>
 #include <project_vertex>
 #include <logdepthbuf_vertex>
 #include <worldpos_vertex>
 #include <shadowmap_vertex>
 #include <fog_vertex>
}`,VS=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
 #include <logdepthbuf_fragment>
 gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
 #include <premultiplied_alpha_fragment>
}`,GS=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
 #include <uv_vertex>
 vec4 mvPosition = modelViewMatrix[ 3 ];
 vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
 #ifndef USE_SIZEATTENUATION
 bool isPerspective = isPerspectiveMatrix( projectionMatrix );
 if ( isPerspective ) scale *= - mvPosition.z;
 #endif
 vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
 vec2 rotatedPosition;
 rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
 rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
 mvPosition.xy += rotatedPosition;
 gl_Position = projectionMatrix * mvPosition;
 #include <logdepthbuf_vertex>
 #include <clipping_planes_vertex>
 #include <fog_vertex>
}`,HS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
 vec4 diffuseColor = vec4( diffuse, opacity );
 #include <clipping_planes_fragment>
 vec3 outgoingLight = vec3( 0.0 );
 #include <logdepthbuf_fragment>
 #include <map_fragment>
 #include <alphamap_fragment>
 #include <alphatest_fragment>
 #include <alphahash_fragment>
 outgoingLight = diffuseColor.rgb;
 #include <opaque_fragment>
 #include <tonemapping_fragment>
 #include <colorspace_fragment>
 #include <fog_fragment>
}`,ce={alphahash_fragment:uy,alphahash_pars_fragment:fy,alphamap_fragment:dy,alphamap_pars_fragment:py,alphatest_fragment:my,alphatest_pars_fragment:gy,aomap_fragment:_y,aomap_pars_fragment:xy,batching_pars_vertex:yy,batching_vertex:vy,begin_vertex:Sy,beginnormal_vertex:My,bsdfs:by,iridescence_fragment:wy,bumpmap_pars_fragment:Ty,clipping_planes_fragment:Ey,clipping_planes_pars_fragment:Ay,clipping_planes_pars_vertex:Ry,clipping_planes_vertex:Cy,color_fragment:Py,color_pars_fragment:Iy,color_pars_vertex:Ly,color_vertex:Dy,common:Ny,defaultnormal_vertex:Uy,displacementmap_pars_vertex:Fy,displacementmap_vertex:Oy,emissivemap_fragment:By,emissivemap_pars_fragment:zy,colorspace_fragment:ky,colorspace_pars_fragment:Vy,envmap_fragment:Gy,envmap_common_pars_fragment:Hy,envmap_pars_fragment:Wy,envmap_pars_vertex:Xy,envmap_physical_pars_fragment:nv,envmap_vertex:qy,fog_vertex:Yy,fog_pars_vertex:Zy,fog_fragment:$y,fog_pars_fragment:Jy,gradientmap_pars_fragment:Ky,lightmap_pars_fragment:jy,lights_lambert_fragment:Qy,lights_lambert_pars_fragment:tv,lights_pars_begin:ev,lights_toon_fragment:iv,lights_toon_pars_fragment:sv,lights_phong_fragment:rv,lights_phong_pars_fragment:ov,lights_physical_fragment:av,lights_physical_pars_fragment:lv,lights_fragment_begin:cv,lights_fragment_maps:hv,lights_fragment_end:uv,lightprobes_pars_fragment:fv,logdepthbuf_fragment:dv,logdepthbuf_pars_fragment:pv,logdepthbuf_pars_vertex:mv,logdepthbuf_vertex:gv,map_fragment:_v,map_pars_fragment:xv,map_particle_fragment:yv,map_particle_pars_fragment:vv,metalnessmap_fragment:Sv,metalnessmap_pars_fragment:Mv,morphinstance_vertex:bv,morphcolor_vertex:wv,morphnormal_vertex:Tv,morphtarget_pars_vertex:Ev,morphtarget_vertex:Av,normal_fragment_begin:Rv,normal_fragment_maps:Cv,normal_pars_fragment:Pv,normal_pars_vertex:Iv,normal_vertex:Lv,normalmap_pars_fragment:Dv,clearcoat_normal_fragment_begin:Nv,clearcoat_normal_fragment_maps:Uv,clearcoat_pars_fragment:Fv,iridescence_pars_fragment:Ov,opaque_fragment:Bv,packing:zv,premultiplied_alpha_fragment:kv,project_vertex:Vv,dithering_fragment:Gv,dithering_pars_fragment:Hv,roughnessmap_fragment:Wv,roughnessmap_pars_fragment:Xv,shadowmap_pars_fragment:qv,shadowmap_pars_vertex:Yv,shadowmap_vertex:Zv,shadowmask_pars_fragment:$v,skinbase_vertex:Jv,skinning_pars_vertex:Kv,skinning_vertex:jv,skinnormal_vertex:Qv,specularmap_fragment:tS,specularmap_pars_fragment:eS,tonemapping_fragment:nS,tonemapping_pars_fragment:iS,transmission_fragment:sS,transmission_pars_fragment:rS,uv_pars_fragment:oS,uv_pars_vertex:aS,uv_vertex:lS,worldpos_vertex:cS,background_vert:hS,background_frag:uS,backgroundCube_vert:fS,backgroundCube_frag:dS,cube_vert:pS,cube_frag:mS,depth_vert:gS,depth_frag:_S,distance_vert:xS,distance_frag:yS,equirect_vert:vS,equirect_frag:SS,linedashed_vert:MS,linedashed_frag:bS,meshbasic_vert:wS,meshbasic_frag:TS,meshlambert_vert:ES,meshlambert_frag:AS,meshmatcap_vert:RS,meshmatcap_frag:CS,meshnormal_vert:PS,meshnormal_frag:IS,meshphong_vert:LS,meshphong_frag:DS,meshphysical_vert:NS,meshphysical_frag:US,meshtoon_vert:FS,meshtoon_frag:OS,points_vert:BS,points_frag:zS,shadow_vert:kS,shadow_frag:VS,sprite_vert:GS,sprite_frag:HS},It={common:{diffuse:{value:new Zt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ee},alphaMap:{value:null},alphaMapTransform:{value:new ee},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ee}},envmap:{envMap:{value:null},envMapRotation:{value:new ee},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ee}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ee}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ee},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ee},normalScale:{value:new $t(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ee},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ee}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ee}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ee}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Zt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Zt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ee},alphaTest:{value:0},uvTransform:{value:new ee}},sprite:{diffuse:{value:new Zt(16777215)},opacity:{value:1},center:{value:new $t(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ee},alphaMap:{value:null},alphaMapTransform:{value:new ee},alphaTest:{value:0}}},qi={basic:{uniforms:Dn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.fog]),vertexShader:ce.meshbasic_vert,fragmentShader:ce.meshbasic_frag},lambert:{uniforms:Dn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Zt(0)},envMapIntensity:{value:1}}]),vertexShader:ce.meshlambert_vert,fragmentShader:ce.meshlambert_frag},phong:{uniforms:Dn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Zt(0)},specular:{value:new Zt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ce.meshphong_vert,fragmentShader:ce.meshphong_frag},standard:{uniforms:Dn([It.common,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.roughnessmap,It.metalnessmap,It.fog,It.lights,{emissive:{value:new Zt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ce.meshphysical_vert,fragmentShader:ce.meshphysical_frag},toon:{uniforms:Dn([It.common,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.gradientmap,It.fog,It.lights,{emissive:{value:new Zt(0)}}]),vertexShader:ce.meshtoon_vert,fragmentShader:ce.meshtoon_frag},matcap:{uniforms:Dn([It.common,It.bumpmap,It.normalmap,It.displacementmap,It.fog,{matcap:{value:null}}]),vertexShader:ce.meshmatcap_vert,fragmentShader:ce.meshmatcap_frag},points:{uniforms:Dn([It.points,It.fog]),vertexShader:ce.points_vert,fragmentShader:ce.points_frag},dashed:{uniforms:Dn([It.common,It.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ce.linedashed_vert,fragmentShader:ce.linedashed_frag},depth:{uniforms:Dn([It.common,It.displacementmap]),vertexShader:ce.depth_vert,fragmentShader:ce.depth_frag},normal:{uniforms:Dn([It.common,It.bumpmap,It.normalmap,It.displacementmap,{opacity:{value:1}}]),vertexShader:ce.meshnormal_vert,fragmentShader:ce.meshnormal_frag},sprite:{uniforms:Dn([It.sprite,It.fog]),vertexShader:ce.sprite_vert,fragmentShader:ce.sprite_frag},background:{uniforms:{uvTransform:{value:new ee},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ce.background_vert,fragmentShader:ce.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ee}},vertexShader:ce.backgroundCube_vert,fragmentShader:ce.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ce.cube_vert,fragmentShader:ce.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ce.equirect_vert,fragmentShader:ce.equirect_frag},distance:{uniforms:Dn([It.common,It.displacementmap,{referencePosition:{value:new H},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ce.distance_vert,fragmentShader:ce.distance_frag},shadow:{uniforms:Dn([It.lights,It.fog,{color:{value:new Zt(0)},opacity:{value:1}}]),vertexShader:ce.shadow_vert,fragmentShader:ce.shadow_frag}};qi.physical={uniforms:Dn([qi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ee},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ee},clearcoatNormalScale:{value:new $t(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ee},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ee},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ee},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ee},sheen:{value:0},sheenColor:{value:new Zt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ee},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ee},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ee},transmissionSamplerSize:{value:new $t},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ee},attenuationDistance:{value:0},attenuationColor:{value:new Zt(0)},specularColor:{value:new Zt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ee},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ee},anisotropyVector:{value:new $t},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ee}}]),vertexShader:ce.meshphysical_vert,fragmentShader:ce.meshphysical_frag};var Ac={r:0,b:0,g:0},WS=new Oe,dg=new ee;dg.set(-1,0,0,0,1,0,0,0,1);function XS(i,t,e,n,s,r){let o=new Zt(0),a=s===!0?0:1,l,c,h=null,f=0,u=null;function d(y){let A=y.isScene===!0?y.background:null;if(A&&A.isTexture){let w=y.backgroundBlurriness>0;A=t.get(A,w)}return A}function g(y){let A=!1,w=d(y);w===null?m(o,a):w&&w.isColor&&(m(w,1),A=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(y,A){let w=d(A);w&&w.isCubeTexture?(c===void 0&&(c=new Ln(new Is(1,1,1),new Gi({name:"BackgroundCubeMaterial",uniforms:rr(qi.backgroundCube.uniforms),vertexShader:qi.backgroundCube.vertexShader,fragmentShader:qi.backgroundCube.fragmentShader,side:Hn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,E,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=w,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(WS.makeRotationFromEuler(A.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(dg),c.material.toneMapped=_e.getTransfer(w.colorSpace)!==Ee,(h!==w||f!==w.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=w,f=w.version,u=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):w&&w.isTexture&&(l===void 0&&(l=new Ln(new Wo(2,2),new Gi({name:"BackgroundMaterial",uniforms:rr(qi.background.uniforms),vertexShader:qi.background.vertexShader,fragmentShader:qi.background.fragmentShader,side:Bs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=w,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=_e.getTransfer(w.colorSpace)!==Ee,w.matrixAutoUpdate===!0&&w.updateMatrix(),l.material.uniforms.uvTransform.value.copy(w.matrix),(h!==w||f!==w.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=w,f=w.version,u=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function m(y,A){y.getRGB(Ac,zu(i)),e.buffers.color.setClear(Ac.r,Ac.g,Ac.b,A,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,A=1){o.set(y),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,m(o,a)},render:g,addToRenderList:v,dispose:p}}function qS(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(L,z,k,N,W){let Y=!1,G=f(L,N,k,z);r!==G&&(r=G,c(r.object)),Y=d(L,N,k,W),Y&&g(L,N,k,W),W!==null&&t.update(W,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,w(L,z,k,N),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(W).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function f(L,z,k,N){let W=N.wireframe===!0,Y=n[z.id];Y===void 0&&(Y={},n[z.id]=Y);let G=L.isInstancedMesh===!0?L.id:0,lt=Y[G];lt===void 0&&(lt={},Y[G]=lt);let J=lt[k.id];J===void 0&&(J={},lt[k.id]=J);let j=J[W];return j===void 0&&(j=u(l()),J[W]=j),j}function u(L){let z=[],k=[],N=[];for(let W=0;W<e;W++)z[W]=0,k[W]=0,N[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:k,attributeDivisors:N,object:L,attributes:{},index:null}}function d(L,z,k,N){let W=r.attributes,Y=z.attributes,G=0,lt=k.getAttributes();for(let J in lt)if(lt[J].location>=0){let it=W[J],ut=Y[J];if(ut===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(ut=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(ut=L.instanceColor)),it===void 0||it.attribute!==ut||ut&&it.data!==ut.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function g(L,z,k,N){let W={},Y=z.attributes,G=0,lt=k.getAttributes();for(let J in lt)if(lt[J].location>=0){let it=Y[J];it===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(it=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(it=L.instanceColor));let ut={};ut.attribute=it,it&&it.data&&(ut.data=it.data),W[J]=ut,G++}r.attributes=W,r.attributesNum=G,r.index=N}function v(){let L=r.newAttributes;for(let z=0,k=L.length;z<k;z++)L[z]=0}function m(L){p(L,0)}function p(L,z){let k=r.newAttributes,N=r.enabledAttributes,W=r.attributeDivisors;k[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),W[L]!==z&&(i.vertexAttribDivisor(L,z),W[L]=z)}function y(){let L=r.newAttributes,z=r.enabledAttributes;for(let k=0,N=z.length;k<N;k++)z[k]!==L[k]&&(i.disableVertexAttribArray(k),z[k]=0)}function A(L,z,k,N,W,Y,G){G===!0?i.vertexAttribIPointer(L,z,k,W,Y):i.vertexAttribPointer(L,z,k,N,W,Y)}function w(L,z,k,N){v();let W=N.attributes,Y=k.getAttributes(),G=z.defaultAttributeValues;for(let lt in Y){let J=Y[lt];if(J.location>=0){let j=W[lt];if(j===void 0&&(lt==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),lt==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let it=j.normalized,ut=j.itemSize,ht=t.get(j);if(ht===void 0)continue;let Q=ht.buffer,pt=ht.type,_t=ht.bytesPerElement,Et=pt===i.INT||pt===i.UNSIGNED_INT||j.gpuType===Wl;if(j.isInterleavedBufferAttribute){let St=j.data,Ht=St.isInterleavedBuffer===!0?St.stride:St.itemSize,se=j.offset;if(St.isInstancedInterleavedBuffer||St.isInstancedBufferAttribute){for(let Vt=0;Vt<J.locationSize;Vt++)p(J.location+Vt,St.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=St.meshPerAttribute*St.count)}else for(let Vt=0;Vt<J.locationSize;Vt++)m(J.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Vt=0;Vt<J.locationSize;Vt++)A(J.location+Vt,ut/J.locationSize,pt,it,Ht*_t,(se+ut/J.locationSize*Vt)*_t,Et)}else{if(j.isInstancedBufferAttribute){for(let St=0;St<J.locationSize;St++)p(J.location+St,j.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let St=0;St<J.locationSize;St++)m(J.location+St);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let St=0;St<J.locationSize;St++)A(J.location+St,ut/J.locationSize,pt,it,ut*_t,ut/J.locationSize*St*_t,Et)}}else if(G!==void 0){let it=G[lt];if(it!==void 0)switch(it.length){case 2:i.vertexAttrib2fv(J.location,it);break;case 3:i.vertexAttrib3fv(J.location,it);break;case 4:i.vertexAttrib4fv(J.location,it);break;default:i.vertexAttrib1fv(J.location,it)}}}}y()}function C(){U();for(let L in n){let z=n[L];for(let k in z){let N=z[k];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete n[L]}}function E(L){if(n[L.id]===void 0)return;let z=n[L.id];for(let k in z){let N=z[k];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete n[L.id]}function x(L){for(let z in n){let k=n[z];for(let N in k){let W=k[N];if(W[L.id]===void 0)continue;let Y=W[L.id];for(let G in Y)h(Y[G].object),delete Y[G];delete W[L.id]}}}function T(L){for(let z in n){let k=n[z],N=L.isInstancedMesh===!0?L.id:0,W=k[N];if(W!==void 0){for(let Y in W){let G=W[Y];for(let lt in G)h(G[lt].object),delete G[lt];delete W[Y]}delete k[N],Object.keys(k).length===0&&delete n[z]}}}function U(){I(),o=!0,r!==s&&(r=s,c(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:U,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:E,releaseStatesOfObject:T,releaseStatesOfProgram:x,initAttributes:v,enableAttribute:m,disableUnusedAttributes:y}}function YS(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let d=0;d<h;d++)u+=c[d];e.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function ZS(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Ci&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let T=x===Ri&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==qn&&x!==Ai&&!T&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(qt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let f=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&f===!1;e.reversedDepthBuffer===!0&&f===!1&&qt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&f===!0&&qt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),w=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),E=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:f,maxTextures:d,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:y,maxVaryings:A,maxFragmentUniforms:w,maxSamples:C,samples:E}}function $S(i){let t=this,e=null,n=0,s=!1,r=!1,o=new si,a=new ee,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(f,u){let d=f.length!==0||u||n!==0||s;return s=u,n=f.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(f,u){e=h(f,u,0)},this.setState=function(f,u,d){let g=f.clippingPlanes,v=f.clipIntersection,m=f.clipShadows,p=i.get(f);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let y=r?0:n,A=y*4,w=p.clippingState||null;l.value=w,w=h(g,u,A,d);for(let C=0;C!==A;++C)w[C]=e[C];p.clippingState=w,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(f,u,d,g){let v=f!==null?f.length:0,m=null;if(v!==0){if(m=l.value,g!==!0||m===null){let p=d+v*4,y=u.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<p)&&(m=new Float32Array(p));for(let A=0,w=d;A!==v;++A,w+=4)o.copy(f[A]).applyMatrix4(y,a),o.normal.toArray(m,w),m[w+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=v,t.numIntersection=0,m}}var ua=class extends oi{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new ko(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

 varying vec3 vWorldDirection;

 vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

 return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

 }

 void main() {

 vWorldDirection = transformDirection( position, modelMatrix );

 #include <begin_vertex>
 #include <project_vertex>

 }
 `,fragmentShader:`

 uniform sampler2D tEquirect;

 varying vec3 vWorldDirection;

 #include <common>

 void main() {

 vec3 direction = normalize( vWorldDirection );

 vec2 sampleUV = equirectUv( direction );

 gl_FragColor = texture2D( tEquirect, sampleUV );

 }
 `},s=new Is(5,5,5),r=new Gi({name:"CubemapFromEquirect",uniforms:rr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Hn,blending:er});r.uniforms.tEquirect.value=e;let o=new Ln(s,r),a=e.minFilter;return e.minFilter===us&&(e.minFilter=Gn),new jr(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Xm=256,JS=3,KS=20,pg=256,mg=16,jS=3,QS=new H,tM=new Zt,Cc=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new jr(1,10,null),this._boxMesh=new Ln(new Is(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=QS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let f=l.autoClear,u=l.autoClearColor,d=l.autoClearDepth,g=l.autoClearStencil,v=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&(t.background=l.getClearColor(tM));let m=new jr(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=f,l.autoClearColor=u,l.autoClearDepth=d,l.autoClearStencil=g,t.background=v,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Zm(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Ym(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Xm,Fu(t))}_fromTexture(t,e){t.mapping===ir||t.mapping===no?this._setSize(t.image.length===0?Xm:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=qm(t,!1,!1),n=Math.log2(t)-JS;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=qm(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===ir||t.mapping===no?(this._cubemapMaterial===null&&(this._cubemapMaterial=Zm()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Ym()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=eM(),this._integrationMaterial=nM());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/mg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-jS)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(pg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=iM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function qm(i,t,e){return new ua(i,{minFilter:us,generateMipmaps:t,type:Ri,colorSpace:Lo,depthBuffer:e})}function fa(i,t,e){return new Gi({name:i,uniforms:t,vertexShader:ce.cube_vert,fragmentShader:e,side:Hn,blending:er,depthTest:!1,depthWrite:!1})}function eM(){return fa("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

 #define GGX_SAMPLES ${pg}u

 varying vec3 vWorldDirection;

 uniform samplerCube envMap;
 uniform float roughness;
 uniform float lodBias;

 #include <common>

 // Van der Corput radical inverse
 float radicalInverse_VdC( uint bits ) {

 bits = ( bits << 16u ) | ( bits >> 16u );
 bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
 bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
 bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
 bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
 return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

 }

 // Hammersley sequence
 vec2 hammersley( uint i, uint N ) {

 return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

 }

 void main() {

 vec3 N = normalize( vWorldDirection );

 // For very low roughness, just sample the environment directly
 if ( roughness < 0.001 ) {

 gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
 return;

 }

 float alpha = roughness * roughness;
 float alpha2 = alpha * alpha;

 // Tangent space basis for VNDF sampling
 vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
 vec3 tangent = normalize( cross( up, N ) );
 vec3 bitangent = cross( N, tangent );

 vec3 prefilteredColor = vec3( 0.0 );
 float totalWeight = 0.0;

 for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

 vec2 Xi = hammersley( i, GGX_SAMPLES );

 // With V = N, sample the reflected direction directly.
 float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
 float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

 if ( NdotL > 0.0 ) {

 float phi = 2.0 * PI * Xi.y;
 float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
 vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

 // Match the source mip to the sample's solid angle. The terms
 // independent of the sample are precomputed in lodBias.
 float d = alpha2 * invQ;
 float lod = max( log2( d ) + lodBias, 0.0 );

 // Weight by NdotL for the split-sum approximation
 prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
 totalWeight += NdotL;

 }

 }

 gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

 }
 `)}function nM(){return fa("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:mg}},`

 varying vec3 vWorldDirection;

 uniform samplerCube envMap;
 uniform float roughness;
 uniform float sourceLod;
 uniform int sourceSize;

 void main() {

 vec3 N = normalize( vWorldDirection );

 float alpha = roughness * roughness;
 float alpha2 = alpha * alpha;

 float texelSize = 2.0 / float( sourceSize );

 vec3 prefilteredColor = vec3( 0.0 );
 float totalWeight = 0.0;

 // Pair opposite texels: only the one in N's hemisphere contributes.
 for ( int face = 0; face < 3; face ++ ) {

 for ( int y = 0; y < sourceSize; y ++ ) {

 for ( int x = 0; x < sourceSize; x ++ ) {

 vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
 vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

 float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
 float NdotL = dot( N, texelDirection );
 texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
 NdotL = abs( NdotL ) * invDistance;

 // With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
 // in the GGX distribution and texel solid angle cancel when normalized.
 float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
 float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

 prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
 totalWeight += weight;

 }

 }

 }

 gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

 }
 `)}function iM(){return fa("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

 #define SAMPLES ${KS}
 #define GOLDEN_ANGLE 2.39996322973

 varying vec3 vWorldDirection;

 uniform samplerCube envMap;
 uniform float sigma;

 #include <common>

 void main() {

 vec3 outputDirection = normalize( vWorldDirection );

 vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
 vec3 tangent = normalize( cross( up, outputDirection ) );
 vec3 bitangent = cross( outputDirection, tangent );

 // Truncate the kernel at three standard deviations or at the antipode.
 float thetaMax = min( 3.0 * sigma, PI );
 float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

 vec3 accumColor = vec3( 0.0 );
 float accumWeight = 0.0;

 for ( int i = 0; i < SAMPLES; i ++ ) {

 // Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
 float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
 float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
 float phi = float( i ) * GOLDEN_ANGLE;

 vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
 vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

 // Correct the planar sample density to solid angle.
 float weight = sin( theta ) / theta;

 accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
 accumWeight += weight;

 }

 gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

 }
 `)}function Ym(){return fa("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

 varying vec3 vWorldDirection;

 uniform sampler2D envMap;

 #include <common>

 void main() {

 // Average four subpixel samples to preserve small, bright features.
 vec3 direction = normalize( vWorldDirection );
 vec3 dx = dFdx( direction ) * 0.25;
 vec3 dy = dFdy( direction ) * 0.25;

 vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
 color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
 color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
 color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
 gl_FragColor = vec4( color * 0.25, 1.0 );

 }
 `)}function Zm(){return fa("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

 varying vec3 vWorldDirection;

 uniform samplerCube envMap;
 uniform float flipEnvMap;

 void main() {

 gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

 }
 `)}function sM(i){let t=new WeakMap,e=new WeakMap,n=null;function s(u,d=!1){return u==null?null:d?o(u):r(u)}function r(u){if(u&&u.isTexture){let d=u.mapping;if(d===Vl||d===Gl)if(t.has(u)){let g=t.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new ua(g.height);return v.fromEquirectangularTexture(i,u),t.set(u,v),u.addEventListener("dispose",c),a(v.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let d=u.mapping,g=d===Vl||d===Gl,v=d===ir||d===no;if(g||v){let m=e.get(u),p=m!==void 0?m.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==p)return n===null&&(n=new Cc(i)),m=g?n.fromEquirectangular(u,m):n.fromCubemap(u,m),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),m.texture;if(m!==void 0)return m.texture;{let y=u.image;return g&&y&&y.height>0||v&&y&&l(y)?(n===null&&(n=new Cc(i)),m=g?n.fromEquirectangular(u):n.fromCubemap(u),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),u.addEventListener("dispose",h),m.texture):null}}}return u}function a(u,d){return d===Vl?u.mapping=ir:d===Gl&&(u.mapping=no),u}function l(u){let d=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&d++;return d===g}function c(u){let d=u.target;d.removeEventListener("dispose",c);let g=t.get(d);g!==void 0&&(t.delete(d),g.dispose())}function h(u){let d=u.target;d.removeEventListener("dispose",h);let g=e.get(d);g!==void 0&&(e.delete(d),g.dispose())}function f(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:f}}function rM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Ro("WebGLRenderer: "+n+" extension not supported."),s}}}function oM(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&t.remove(g.index);for(let m in g.attributes)t.remove(g.attributes[m]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(t.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,e.memory.geometries--}function c(g,v){return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),e.memory.geometries++),v}function h(g){let v=g.attributes;for(let m in v)t.update(v[m],i.ARRAY_BUFFER)}function f(g){let v=g.index,m=g.attributes.position,p=0;if(m===void 0)return;let y=v!==null?v.array.length:m.array.length/3-1,A=m.count>=65535?Bo:Oo,w=new A(Math.ceil(y/3)*6,1),C=w.array;if(v!==null){let x=v.array;p=v.version;for(let T=0,U=0;T<y;T+=3){let I=x[T+0],L=x[T+1],z=x[T+2];C[U++]=I,C[U++]=L,C[U++]=L,C[U++]=z,C[U++]=z,C[U++]=I}}else{p=m.version;for(let x=0,T=0;x<y;x+=3){let U=x+0,I=x+1,L=x+2;C[T++]=U,C[T++]=I,C[T++]=I,C[T++]=L,C[T++]=L,C[T++]=U}}w.version=p;let E=r.get(g);E&&t.remove(E),r.set(g,w)}function u(g){let v=r.get(g);if(v){let m=g.index;m!==null&&v.version<m.version&&f(g)}else f(g);return r.get(g)}function d(){for(let g in s){let v=s[g].deref();v!==void 0&&l(v)}}return{get:c,update:h,getWireframeAttribute:u,dispose:d}}function aM(i,t,e){let n;function s(f){n=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function l(f,u){i.drawElements(n,u,r,f*o),e.update(u,n,1)}function c(f,u,d){d!==0&&(i.drawElementsInstanced(n,u,r,f*o,d),e.update(u,n,d))}function h(f,u,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,f,0,d);let v=0;for(let m=0;m<d;m++)v+=u[m];e.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function lM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:Qt("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function cM(i,t,e){let n=new WeakMap,s=new qe;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==f){let U=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",U)};u!==void 0&&u.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],A=0;d===!0&&(A=1),g===!0&&(A=2),v===!0&&(A=3);let w=a.attributes.position.count*A,C=1;w>t.maxTextureSize&&(C=Math.ceil(w/t.maxTextureSize),w=t.maxTextureSize);let E=new Float32Array(w*C*4*f),x=new Uo(E,w,C,f);x.type=Ai,x.needsUpdate=!0;let T=A*4;for(let I=0;I<f;I++){let L=m[I],z=p[I],k=y[I],N=w*C*4*I;for(let W=0;W<L.count;W++){let Y=W*T;d===!0&&(s.fromBufferAttribute(L,W),E[N+Y+0]=s.x,E[N+Y+1]=s.y,E[N+Y+2]=s.z,E[N+Y+3]=0),g===!0&&(s.fromBufferAttribute(z,W),E[N+Y+4]=s.x,E[N+Y+5]=s.y,E[N+Y+6]=s.z,E[N+Y+7]=0),v===!0&&(s.fromBufferAttribute(k,W),E[N+Y+8]=s.x,E[N+Y+9]=s.y,E[N+Y+10]=s.z,E[N+Y+11]=k.itemSize===4?s.w:1)}}u={count:f,texture:x,size:new $t(w,C)},n.set(a,u),a.addEventListener("dispose",U)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let v=0;v<c.length;v++)d+=c[v];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function hM(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,f=c.geometry,u=t.get(c,f);if(r.get(u)!==h&&(t.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var uM={[mu]:"LINEAR_TONE_MAPPING",[gu]:"REINHARD_TONE_MAPPING",[_u]:"CINEON_TONE_MAPPING",[xu]:"ACES_FILMIC_TONE_MAPPING",[vu]:"AGX_TONE_MAPPING",[Su]:"NEUTRAL_TONE_MAPPING",[yu]:"CUSTOM_TONE_MAPPING"};function fM(i,t,e,n,s,r){let o=new oi(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Rn;h.setAttribute("position",new Ue([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Ue([0,2,0,0,2,0],2));let f=new El({uniforms:{tDiffuse:{value:null}},vertexShader:`
 precision highp float;

 uniform mat4 modelViewMatrix;
 uniform mat4 projectionMatrix;

 attribute vec3 position;
 attribute vec2 uv;

 varying vec2 vUv;

 void main() {
 vUv = uv;
 gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
 }`,fragmentShader:`
 precision highp float;

 uniform sampler2D tDiffuse;

 varying vec2 vUv;

 #include <tonemapping_pars_fragment>
 #include <colorspace_pars_fragment>

 void main() {
 gl_FragColor = texture2D( tDiffuse, vUv );

 #ifdef LINEAR_TONE_MAPPING
 gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
 #elif defined( REINHARD_TONE_MAPPING )
 gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
 #elif defined( CINEON_TONE_MAPPING )
 gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
 #elif defined( ACES_FILMIC_TONE_MAPPING )
 gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
 #elif defined( AGX_TONE_MAPPING )
 gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
 #elif defined( NEUTRAL_TONE_MAPPING )
 gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
 #elif defined( CUSTOM_TONE_MAPPING )
 gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
 #endif

 #ifdef SRGB_TRANSFER
 gl_FragColor = sRGBTransferOETF( gl_FragColor );
 #endif
 }`,depthTest:!1,depthWrite:!1}),u=new Ln(h,f),d=new $o(-1,1,1,-1,0,1),g=null,v=null,m=!1,p,y=null,A=[],w=!1;this.setSize=function(C,E){o.setSize(C,E),a!==null&&a.setSize(C,E),l!==null&&l.setSize(C,E);for(let x=0;x<A.length;x++){let T=A[x];T.setSize&&T.setSize(C,E)}},this.setEffects=function(C){A=C,w=A.length>0&&A[0].isRenderPass===!0;let E=o.width,x=o.height;A.length>0&&a===null&&(a=new oi(E,x,{type:Ri,depthBuffer:!1,stencilBuffer:!1}),l=new oi(E,x,{type:Ri,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&A.some(U=>U.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&c===null&&(c=new hs(E,x),r===!0&&(c.format=fs,c.type=sr)),o.dispose(),o.depthTexture=T?c:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let U=0;U<A.length;U++){let I=A[U];I.setSize&&I.setSize(E,x),T&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(C,E){if(m||C.toneMapping===Wi&&A.length===0)return!1;if(y=E,E!==null){let x=E.width,T=E.height;(o.width!==x||o.height!==T)&&this.setSize(x,T)}return w===!1&&C.setRenderTarget(o),p=C.toneMapping,C.toneMapping=Wi,!0},this.hasRenderPass=function(){return w},this.end=function(C,E){C.toneMapping=p,m=!0;let x=o,T=a;for(let U=0;U<A.length;U++){let I=A[U];I.enabled!==!1&&(I.render(C,T,x,E),I.needsSwap!==!1&&(x=T,T=T===a?l:a))}if(g!==C.outputColorSpace||v!==C.toneMapping){g=C.outputColorSpace,v=C.toneMapping,f.defines={},_e.getTransfer(g)===Ee&&(f.defines.SRGB_TRANSFER="");let U=uM[v];U&&(f.defines[U]=""),f.needsUpdate=!0}f.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(y),C.render(u,d),y=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),f.dispose()}}var gg=new Xn,_g=new hs(1,1),xg=new Vo(1),yg=new Uo,vg=new vl,Sg=new ko,$m=[],Jm=[],Km=new Float32Array(16),jm=new Float32Array(9),Qm=new Float32Array(4);function oo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=$m[s];if(r===void 0&&(r=new Float32Array(s),$m[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function mn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function gn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Ic(i,t){let e=Jm[t];e===void 0&&(e=new Int32Array(t),Jm[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function dM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function pM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(mn(e,t))return;i.uniform2fv(this.addr,t),gn(e,t)}}function mM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(mn(e,t))return;i.uniform3fv(this.addr,t),gn(e,t)}}function gM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(mn(e,t))return;i.uniform4fv(this.addr,t),gn(e,t)}}function _M(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(mn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),gn(e,t)}else{if(mn(e,n))return;Qm.set(n),i.uniformMatrix2fv(this.addr,!1,Qm),gn(e,n)}}function xM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(mn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),gn(e,t)}else{if(mn(e,n))return;jm.set(n),i.uniformMatrix3fv(this.addr,!1,jm),gn(e,n)}}function yM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(mn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),gn(e,t)}else{if(mn(e,n))return;Km.set(n),i.uniformMatrix4fv(this.addr,!1,Km),gn(e,n)}}function vM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function SM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(mn(e,t))return;i.uniform2iv(this.addr,t),gn(e,t)}}function MM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(mn(e,t))return;i.uniform3iv(this.addr,t),gn(e,t)}}function bM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(mn(e,t))return;i.uniform4iv(this.addr,t),gn(e,t)}}function wM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function TM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(mn(e,t))return;i.uniform2uiv(this.addr,t),gn(e,t)}}function EM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(mn(e,t))return;i.uniform3uiv(this.addr,t),gn(e,t)}}function AM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(mn(e,t))return;i.uniform4uiv(this.addr,t),gn(e,t)}}function Lc(i){return i.version===0&&(i.compareFunction=Lu,i.needsUpdate=!0),i}function RM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Lc(_g):r=gg,e.setTexture2D(t||r,s)}function CM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||vg,s)}function PM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Lc(xg):r=Sg,e.setTextureCube(t||r,s)}function IM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||yg,s)}function LM(i){switch(i){case 5126:return dM;case 35664:return pM;case 35665:return mM;case 35666:return gM;case 35674:return _M;case 35675:return xM;case 35676:return yM;case 5124:case 35670:return vM;case 35667:case 35671:return SM;case 35668:case 35672:return MM;case 35669:case 35673:return bM;case 5125:return wM;case 36294:return TM;case 36295:return EM;case 36296:return AM;case 35678:case 36198:case 36298:case 36306:case 35682:return RM;case 35679:case 36299:case 36307:return CM;case 35680:case 36300:case 36308:case 36293:return PM;case 36289:case 36303:case 36311:case 36292:return IM}}function DM(i,t){i.uniform1fv(this.addr,t)}function NM(i,t){let e=oo(t,this.size,2);i.uniform2fv(this.addr,e)}function UM(i,t){let e=oo(t,this.size,3);i.uniform3fv(this.addr,e)}function FM(i,t){let e=oo(t,this.size,4);i.uniform4fv(this.addr,e)}function OM(i,t){let e=oo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function BM(i,t){let e=oo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function zM(i,t){let e=oo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function kM(i,t){i.uniform1iv(this.addr,t)}function VM(i,t){i.uniform2iv(this.addr,t)}function GM(i,t){i.uniform3iv(this.addr,t)}function HM(i,t){i.uniform4iv(this.addr,t)}function WM(i,t){i.uniform1uiv(this.addr,t)}function XM(i,t){i.uniform2uiv(this.addr,t)}function qM(i,t){i.uniform3uiv(this.addr,t)}function YM(i,t){i.uniform4uiv(this.addr,t)}function ZM(i,t,e){let n=this.cache,s=t.length,r=Ic(e,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Lc(_g):o=gg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function $M(i,t,e){let n=this.cache,s=t.length,r=Ic(e,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||vg,r[o])}function JM(i,t,e){let n=this.cache,s=t.length,r=Ic(e,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Lc(xg):o=Sg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function KM(i,t,e){let n=this.cache,s=t.length,r=Ic(e,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||yg,r[o])}function jM(i){switch(i){case 5126:return DM;case 35664:return NM;case 35665:return UM;case 35666:return FM;case 35674:return OM;case 35675:return BM;case 35676:return zM;case 5124:case 35670:return kM;case 35667:case 35671:return VM;case 35668:case 35672:return GM;case 35669:case 35673:return HM;case 5125:return WM;case 36294:return XM;case 36295:return qM;case 36296:return YM;case 35678:case 36198:case 36298:case 36306:case 35682:return ZM;case 35679:case 36299:case 36307:return $M;case 35680:case 36300:case 36308:case 36293:return JM;case 36289:case 36303:case 36311:case 36292:return KM}}var Xu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=LM(e.type)}},qu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=jM(e.type)}},Yu=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Hu=/(\w+)(\])?(\[|\.)?/g;function tg(i,t){i.seq.push(t),i.map[t.id]=t}function QM(i,t,e){let n=i.name,s=n.length;for(Hu.lastIndex=0;;){let r=Hu.exec(n),o=Hu.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){tg(e,c===void 0?new Xu(a,i,t):new qu(a,i,t));break}else{let f=e.map[a];f===void 0&&(f=new Yu(a),tg(e,f)),e=f}}}var ro=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);QM(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function eg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var tb=37297,eb=0;function nb(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var ng=new ee;function ib(i){_e._getMatrix(ng,_e.workingColorSpace,i);let t=`mat3( ${ng.elements.map(e=>e.toFixed(4))} )`;switch(_e.getTransfer(i)){case Do:return[t,"LinearTransferOETF"];case Ee:return[t,"sRGBTransferOETF"];default:return qt("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function ig(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+nb(i.getShaderSource(t),a)}else return r}function sb(i,t){let e=ib(t);return[`vec4 ${i}( vec4 value ) {`,` return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var rb={[mu]:"Linear",[gu]:"Reinhard",[_u]:"Cineon",[xu]:"ACESFilmic",[vu]:"AgX",[Su]:"Neutral",[yu]:"Custom"};function ob(i,t){let e=rb[t];return e===void 0?(qt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Rc=new H;function ab(){_e.getLuminanceCoefficients(Rc);let i=Rc.x.toFixed(4),t=Rc.y.toFixed(4),e=Rc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",` const vec3 weights = vec3( ${i}, ${t}, ${e} );`," return dot( weights, rgb );","}"].join(`
`)}function lb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ha).join(`
`)}function cb(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function hb(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function ha(i){return i!==""}function sg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function rg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var ub=/^[ \t]*#include +<([\w\d./]+)>/gm;function Zu(i){return i.replace(ub,fb)}function fb(i,t){let e=ce[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Zu(e)}var db=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function og(i){return i.replace(db,pb)}function pb(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function ag(i){let t=`precision ${i.precision} float;
 precision ${i.precision} int;
 precision ${i.precision} sampler2D;
 precision ${i.precision} samplerCube;
 precision ${i.precision} sampler3D;
 precision ${i.precision} sampler2DArray;
 precision ${i.precision} sampler2DShadow;
 precision ${i.precision} samplerCubeShadow;
 precision ${i.precision} sampler2DArrayShadow;
 precision ${i.precision} isampler2D;
 precision ${i.precision} isampler3D;
 precision ${i.precision} isamplerCube;
 precision ${i.precision} isampler2DArray;
 precision ${i.precision} usampler2D;
 precision ${i.precision} usampler3D;
 precision ${i.precision} usamplerCube;
 precision ${i.precision} usampler2DArray;
 `;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var mb={[ea]:"SHADOWMAP_TYPE_PCF",[to]:"SHADOWMAP_TYPE_VSM"};function gb(i){return mb[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var _b={[no]:"ENVMAP_MODE_REFRACTION"};function xb(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":_b[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var yb={[pu]:"ENVMAP_BLENDING_MULTIPLY",[bm]:"ENVMAP_BLENDING_MIX",[wm]:"ENVMAP_BLENDING_ADD"};function vb(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":yb[i.combine]||"ENVMAP_BLENDING_NONE"}function Sb(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=gb(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=xb(e),f=vb(e),u=lb(e),d=cb(r),g=s.createProgram(),v,m,p=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(v=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ha).join(`
`),v.length>0&&(v+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ha).join(`
`),m.length>0&&(m+=`
`)):(v=[ag(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING"," attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR"," attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH"," uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1"," attribute vec2 uv1;","#endif","#ifdef USE_UV2"," attribute vec2 uv2;","#endif","#ifdef USE_UV3"," attribute vec2 uv3;","#endif","#ifdef USE_TANGENT"," attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )"," attribute vec4 color;","#elif defined( USE_COLOR )"," attribute vec3 color;","#endif","#ifdef USE_SKINNING"," attribute vec4 skinIndex;"," attribute vec4 skinWeight;","#endif",`
`].filter(ha).join(`
`),m=[ag(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+f:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Wi?"#define TONE_MAPPING":"",e.toneMapping!==Wi?ce.tonemapping_pars_fragment:"",e.toneMapping!==Wi?ob("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ce.colorspace_pars_fragment,sb("linearToOutputTexel",e.outputColorSpace),ab(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ha).join(`
`)),o=Zu(o),o=sg(o,e),o=rg(o,e),a=Zu(a),a=sg(a,e),a=rg(a,e),o=og(o),a=og(a),e.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,m=["#define varying in",e.glslVersion===Du?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Du?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let y=p+v+o,A=p+m+a,w=eg(s,s.VERTEX_SHADER,y),C=eg(s,s.FRAGMENT_SHADER,A);s.attachShader(g,w),s.attachShader(g,C),e.index0AttributeName!==void 0?s.bindAttribLocation(g,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function E(I){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(w)||"",k=s.getShaderInfoLog(C)||"",N=L.trim(),W=z.trim(),Y=k.trim(),G=!0,lt=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(G=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,w,C);else{let J=ig(s,w,"vertex"),j=ig(s,C,"fragment");Qt("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+J+`
`+j)}else N!==""?qt("WebGLProgram: Program Info Log:",N):(W===""||Y==="")&&(lt=!1);lt&&(I.diagnostics={runnable:G,programLog:N,vertexShader:{log:W,prefix:v},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(w),s.deleteShader(C),x=new ro(s,g),T=hb(s,g)}let x;this.getUniforms=function(){return x===void 0&&E(this),x};let T;this.getAttributes=function(){return T===void 0&&E(this),T};let U=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return U===!1&&(U=s.getProgramParameter(g,tb)),U},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=eb++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=w,this.fragmentShader=C,this}var Mb=0,$u=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Ju(t),e.set(t,n)),n}},Ju=class{constructor(t){this.id=Mb++,this.code=t,this.usedTimes=0}};function bb(i){return i===zs||i===aa||i===la}function wb(i,t,e,n,s,r){let o=new Yr,a=new $u,l=new Set,c=[],h=new Map,f=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function g(x,T,U,I,L,z){let k=I.fog,N=L.geometry,W=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?I.environment:null,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,G=t.get(x.envMap||W,Y),lt=u[x.type],J=n.precision;x.precision!==null&&(J=n.getMaxPrecision(x.precision),J!==x.precision&&qt("WebGLProgram.getParameters:",x.precision,"not supported, using",J,"instead."));let j=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,it=j!==void 0?j.length:0,ut=0;N.morphAttributes.position!==void 0&&(ut=1),N.morphAttributes.normal!==void 0&&(ut=2),N.morphAttributes.color!==void 0&&(ut=3);let ht,Q,pt,_t;if(lt){let At=qi[lt];ht=At.vertexShader,Q=At.fragmentShader}else{ht=x.vertexShader,Q=x.fragmentShader;let At=a.getVertexShaderStage(x),oe=a.getFragmentShaderStage(x);a.update(x,At,oe),pt=At.id,_t=oe.id}let Et=i.getRenderTarget(),St=i.state.buffers.depth.getReversed(),Ht=L.isInstancedMesh===!0,se=L.isBatchedMesh===!0,Vt=!!x.map,he=!!x.matcap,ae=!!G,ne=ae&&G.isPMREMTexture===!0,We=!!x.aoMap,Fe=!!x.lightMap,nn=!!x.bumpMap&&x.wireframe===!1,Pe=!!x.normalMap,xn=!!x.displacementMap,ye=!!x.emissiveMap,un=!!x.metalnessMap,Ze=!!x.roughnessMap,sn=x.anisotropy>0,O=x.clearcoat>0,Rt=x.diffuseRoughness>0,Yt=x.dispersion>0,re=x.retroreflectivity>0,Mt=x.iridescence>0,Le=x.sheen>0,kt=x.transmission>0,Xt=sn&&!!x.anisotropyMap,R=O&&!!x.clearcoatMap,S=O&&!!x.clearcoatNormalMap,X=O&&!!x.clearcoatRoughnessMap,ct=Rt&&!!x.diffuseRoughnessMap,rt=Mt&&!!x.iridescenceMap,gt=Mt&&!!x.iridescenceThicknessMap,xt=Le&&!!x.sheenColorMap,tt=Le&&!!x.sheenRoughnessMap,nt=!!x.specularMap,dt=!!x.specularColorMap,F=!!x.specularIntensityMap,st=kt&&!!x.transmissionMap,et=kt&&!!x.thicknessMap,bt=!!x.gradientMap,mt=!!x.alphaMap,vt=x.alphaTest>0,Gt=!!x.alphaHash,Kt=!!x.extensions,at=Wi;x.toneMapped&&(Et===null||Et.isXRRenderTarget===!0)&&(at=i.toneMapping);let Ot=ne?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,jt={shaderID:lt,shaderType:x.type,shaderName:x.name,vertexShader:ht,fragmentShader:Q,defines:x.defines,customVertexShaderID:pt,customFragmentShaderID:_t,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:J,batching:se,batchingColor:se&&L._colorsTexture!==null,instancing:Ht,instancingColor:Ht&&L.instanceColor!==null,instancingMorph:Ht&&L.morphTexture!==null,outputColorSpace:Et===null?i.outputColorSpace:Et.isXRRenderTarget===!0?Et.texture.colorSpace:_e.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Vt,matcap:he,envMap:ae,envMapMode:ae&&G.mapping,envMapPMREM:ne,envMapMaxLod:ne?Ot.length-1:null,envMapSize:ne?Ot[0].width:null,aoMap:We,lightMap:Fe,bumpMap:nn,normalMap:Pe,displacementMap:xn,emissiveMap:ye,normalMapObjectSpace:Pe&&x.normalMapType===Am,normalMapTangentSpace:Pe&&x.normalMapType===Ec,packedNormalMap:Pe&&x.normalMapType===Ec&&bb(x.normalMap.format),metalnessMap:un,roughnessMap:Ze,anisotropy:sn,anisotropyMap:Xt,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:S,clearcoatRoughnessMap:X,diffuseRoughness:Rt,diffuseRoughnessMap:ct,dispersion:Yt,retroreflection:re,iridescence:Mt,iridescenceMap:rt,iridescenceThicknessMap:gt,sheen:Le,sheenColorMap:xt,sheenRoughnessMap:tt,specularMap:nt,specularColorMap:dt,specularIntensityMap:F,transmission:kt,transmissionMap:st,thicknessMap:et,gradientMap:bt,opaque:x.transparent===!1&&x.blending===eo&&x.alphaToCoverage===!1,alphaMap:mt,alphaTest:vt,alphaHash:Gt,combine:x.combine,mapUv:Vt&&d(x.map.channel),aoMapUv:We&&d(x.aoMap.channel),lightMapUv:Fe&&d(x.lightMap.channel),bumpMapUv:nn&&d(x.bumpMap.channel),normalMapUv:Pe&&d(x.normalMap.channel),displacementMapUv:xn&&d(x.displacementMap.channel),emissiveMapUv:ye&&d(x.emissiveMap.channel),metalnessMapUv:un&&d(x.metalnessMap.channel),roughnessMapUv:Ze&&d(x.roughnessMap.channel),anisotropyMapUv:Xt&&d(x.anisotropyMap.channel),clearcoatMapUv:R&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:S&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ct&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:rt&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:gt&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:xt&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:tt&&d(x.sheenRoughnessMap.channel),specularMapUv:nt&&d(x.specularMap.channel),specularColorMapUv:dt&&d(x.specularColorMap.channel),specularIntensityMapUv:F&&d(x.specularIntensityMap.channel),transmissionMapUv:st&&d(x.transmissionMap.channel),thicknessMapUv:et&&d(x.thicknessMap.channel),alphaMapUv:mt&&d(x.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Pe||sn),vertexNormals:!!N.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Vt||mt),fog:!!k,useFog:x.fog===!0,fogExp2:!!k&&k.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||N.attributes.normal===void 0&&Pe===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:f,reversedDepthBuffer:St,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:it,morphTextureStride:ut,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:z.filter(At=>At.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&U.length>0,shadowMapType:i.shadowMap.type,toneMapping:at,decodeVideoTexture:Vt&&x.map.isVideoTexture===!0&&_e.getTransfer(x.map.colorSpace)===Ee,decodeVideoTextureEmissive:ye&&x.emissiveMap.isVideoTexture===!0&&_e.getTransfer(x.emissiveMap.colorSpace)===Ee,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===li,flipSided:x.side===Hn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Kt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Kt&&x.extensions.multiDraw===!0||se)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return jt.vertexUv1s=l.has(1),jt.vertexUv2s=l.has(2),jt.vertexUv3s=l.has(3),l.clear(),jt}function v(x){let T=[];if(x.shaderID?T.push(x.shaderID):(T.push(x.customVertexShaderID),T.push(x.customFragmentShaderID)),x.defines!==void 0)for(let U in x.defines)T.push(U),T.push(x.defines[U]);return x.isRawShaderMaterial===!1&&(m(T,x),p(T,x),T.push(i.outputColorSpace)),T.push(x.customProgramCacheKey),T.join()}function m(x,T){x.push(T.precision),x.push(T.outputColorSpace),x.push(T.envMapMode),x.push(T.envMapPMREM),x.push(T.envMapMaxLod),x.push(T.envMapSize),x.push(T.mapUv),x.push(T.alphaMapUv),x.push(T.lightMapUv),x.push(T.aoMapUv),x.push(T.bumpMapUv),x.push(T.normalMapUv),x.push(T.displacementMapUv),x.push(T.emissiveMapUv),x.push(T.metalnessMapUv),x.push(T.roughnessMapUv),x.push(T.anisotropyMapUv),x.push(T.clearcoatMapUv),x.push(T.clearcoatNormalMapUv),x.push(T.clearcoatRoughnessMapUv),x.push(T.diffuseRoughnessMapUv),x.push(T.iridescenceMapUv),x.push(T.iridescenceThicknessMapUv),x.push(T.sheenColorMapUv),x.push(T.sheenRoughnessMapUv),x.push(T.specularMapUv),x.push(T.specularColorMapUv),x.push(T.specularIntensityMapUv),x.push(T.transmissionMapUv),x.push(T.thicknessMapUv),x.push(T.combine),x.push(T.fogExp2),x.push(T.sizeAttenuation),x.push(T.morphTargetsCount),x.push(T.numSunLights),x.push(T.numDirLights),x.push(T.numPointLights),x.push(T.numSpotLights),x.push(T.numSpotLightMaps),x.push(T.numHemiLights),x.push(T.numRectAreaLights),x.push(T.numSunLightShadows),x.push(T.numDirLightShadows),x.push(T.numPointLightShadows),x.push(T.numSpotLightShadows),x.push(T.numSpotLightShadowsWithMaps),x.push(T.numLightProbes),x.push(T.numLightProbeGrids),x.push(T.shadowMapType),x.push(T.toneMapping),x.push(T.numClippingPlanes),x.push(T.numClipIntersection),x.push(T.depthPacking)}function p(x,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let T=u[x.type],U;if(T){let I=qi[T];U=Gm.clone(I.uniforms)}else U=x.uniforms;return U}function A(x,T){let U=h.get(T);return U!==void 0?++U.usedTimes:(U=new Sb(i,T,x,s),c.push(U),h.set(T,U)),U}function w(x){if(--x.usedTimes===0){let T=c.indexOf(x);c[T]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function E(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:y,acquireProgram:A,releaseProgram:w,releaseShaderCache:C,programs:c,dispose:E}}function Tb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Eb(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function lg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function cg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u){let d=0;return u.isInstancedMesh&&(d+=2),u.isSkinnedMesh&&(d+=1),d}function a(u,d,g,v,m,p){let y=i[t];return y===void 0?(y={id:u.id,object:u,geometry:d,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:m,group:p},i[t]=y):(y.id=u.id,y.object=u,y.geometry=d,y.material=g,y.materialVariant=o(u),y.groupOrder=v,y.renderOrder=u.renderOrder,y.z=m,y.group=p),t++,y}function l(u,d,g,v,m,p,y){y.reversedDepth===!0&&(m=-m);let A=a(u,d,g,v,m,p);g.transmission>0?n.push(A):g.transparent===!0?s.push(A):e.push(A)}function c(u,d,g,v,m,p){let y=a(u,d,g,v,m,p);g.transmission>0?n.unshift(y):g.transparent===!0?s.unshift(y):e.unshift(y)}function h(u,d){e.length>1&&e.sort(u||Eb),n.length>1&&n.sort(d||lg),s.length>1&&s.sort(d||lg)}function f(){for(let u=t,d=i.length;u<d;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:f,sort:h}}function Ab(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new cg,i.set(n,[o])):s>=r.length?(o=new cg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Rb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new H,color:new Zt};break;case"SpotLight":e={position:new H,direction:new H,color:new Zt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new H,color:new Zt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new H,skyColor:new Zt,groundColor:new Zt};break;case"RectAreaLight":e={color:new Zt,position:new H,halfWidth:new H,halfHeight:new H};break}return i[t.id]=e,e}}}function Cb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Pb=0;function Ib(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function Lb(i){let t=new Rb,e=Cb(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new H);let s=new H,r=new Oe,o=new Oe;function a(c){let h=0,f=0,u=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let d=0,g=0,v=0,m=0,p=0,y=0,A=0,w=0,C=0,E=0,x=0,T=0,U=0,I=0;c.sort(Ib);for(let z=0,k=c.length;z<k;z++){let N=c[z],W=N.color,Y=N.intensity,G=N.distance,lt=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===zs?lt=N.shadow.map.texture:lt=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=W.r*Y,f+=W.g*Y,u+=W.b*Y;else if(N.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(N.sh.coefficients[J],Y);I++}else if(N.isSunLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,it=e.get(N);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[g]=it,n.sunShadowMap[g]=lt;let ut=j.getViewportCount();for(let ht=0;ht<ut;ht++)n.sunShadowMatrix[v+ht]=j.getMatrix(ht),n.sunShadowCascade[v+ht]=j._cascadeData[ht];v+=ut,g++}n.sun[d]=J,d++}else if(N.isDirectionalLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,it=e.get(N);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,n.directionalShadow[m]=it,n.directionalShadowMap[m]=lt,n.directionalShadowMatrix[m]=N.shadow.matrix,C++}n.directional[m]=J,m++}else if(N.isSpotLight){let J=t.get(N);J.position.setFromMatrixPosition(N.matrixWorld),J.color.copy(W).multiplyScalar(Y),J.distance=G,J.coneCos=Math.cos(N.angle),J.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),J.decay=N.decay,n.spot[y]=J;let j=N.shadow;if(N.map&&(n.spotLightMap[T]=N.map,T++,j.updateMatrices(N),N.castShadow&&U++),n.spotLightMatrix[y]=j.matrix,N.castShadow){let it=e.get(N);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,n.spotShadow[y]=it,n.spotShadowMap[y]=lt,x++}y++}else if(N.isRectAreaLight){let J=t.get(N);J.color.copy(W).multiplyScalar(Y),J.halfWidth.set(N.width*.5,0,0),J.halfHeight.set(0,N.height*.5,0),n.rectArea[A]=J,A++}else if(N.isPointLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),J.distance=N.distance,J.decay=N.decay,N.castShadow){let j=N.shadow,it=e.get(N);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,it.shadowCameraNear=j.camera.near,it.shadowCameraFar=j.camera.far,n.pointShadow[p]=it,n.pointShadowMap[p]=lt,n.pointShadowMatrix[p]=N.shadow.matrix,E++}n.point[p]=J,p++}else if(N.isHemisphereLight){let J=t.get(N);J.skyColor.copy(N.color).multiplyScalar(Y),J.groundColor.copy(N.groundColor).multiplyScalar(Y),n.hemi[w]=J,w++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=It.LTC_FLOAT_1,n.rectAreaLTC2=It.LTC_FLOAT_2):(n.rectAreaLTC1=It.LTC_HALF_1,n.rectAreaLTC2=It.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=f,n.ambient[2]=u;let L=n.hash;(L.sunLength!==d||L.directionalLength!==m||L.pointLength!==p||L.spotLength!==y||L.rectAreaLength!==A||L.hemiLength!==w||L.numSunShadows!==g||L.numDirectionalShadows!==C||L.numPointShadows!==E||L.numSpotShadows!==x||L.numSpotMaps!==T||L.numLightProbes!==I)&&(n.sun.length=d,n.directional.length=m,n.spot.length=y,n.rectArea.length=A,n.point.length=p,n.hemi.length=w,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+T-U,n.spotLightMap.length=T,n.numSpotLightShadowsWithMaps=U,n.numLightProbes=I,L.sunLength=d,L.directionalLength=m,L.pointLength=p,L.spotLength=y,L.rectAreaLength=A,L.hemiLength=w,L.numSunShadows=g,L.numDirectionalShadows=C,L.numPointShadows=E,L.numSpotShadows=x,L.numSpotMaps=T,L.numLightProbes=I,n.version=Pb++)}function l(c,h){let f=0,u=0,d=0,g=0,v=0,m=0,p=h.matrixWorldInverse;for(let y=0,A=c.length;y<A;y++){let w=c[y];if(w.isSunLight){let C=n.sun[f];C.direction.setFromMatrixPosition(w.matrixWorld),C.direction.transformDirection(p),f++}else if(w.isDirectionalLight){let C=n.directional[u];C.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),u++}else if(w.isSpotLight){let C=n.spot[g];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),g++}else if(w.isRectAreaLight){let C=n.rectArea[v];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),o.identity(),r.copy(w.matrixWorld),r.premultiply(p),o.extractRotation(r),C.halfWidth.set(w.width*.5,0,0),C.halfHeight.set(0,w.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),v++}else if(w.isPointLight){let C=n.point[d];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),d++}else if(w.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(w.matrixWorld),C.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:n}}function hg(i){let t=new Lb(i),e=[],n=[],s=[];function r(f){h.camera=f,e.length=0,n.length=0,s.length=0}function o(f){f.isLightProbeGrid?s.push(f):e.push(f)}function a(f){n.push(f)}function l(){t.setup(e),s.sort((f,u)=>f.priority-u.priority||f.id-u.id)}function c(f){t.setupView(e,f)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Db(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new hg(i),t.set(s,[a])):r>=o.length?(a=new hg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Nb=`void main() {
 gl_Position = vec4( position, 1.0 );
}`,Ub=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
 const float samples = float( VSM_SAMPLES );
 float mean = 0.0;
 float squared_mean = 0.0;
 float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
 float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
 for ( float i = 0.0; i < samples; i ++ ) {
 float uvOffset = uvStart + i * uvStride;
 #ifdef HORIZONTAL_PASS
 vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
 mean += distribution.x;
 squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
 #else
 float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
 mean += depth;
 squared_mean += depth * depth;
 #endif
 }
 mean = mean / samples;
 squared_mean = squared_mean / samples;
 float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
 gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Fb=[new H(1,0,0),new H(-1,0,0),new H(0,1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1)],Ob=[new H(0,-1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1),new H(0,-1,0),new H(0,-1,0)],ug=new Oe,ca=new H,Wu=new H;function Bb(i,t,e){let n=new Ps,s=new $t,r=new $t,o=new qe,a=new Al,l=new Rl,c={},h=e.maxTextureSize,f={[Bs]:Hn,[Hn]:Bs,[li]:li},u=new Gi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new $t},radius:{value:4}},vertexShader:Nb,fragmentShader:Ub}),d=u.clone();d.defines.HORIZONTAL_PASS=1;let g=new Rn;g.setAttribute("position",new ri(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Ln(g,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ea;let p=this.type;this.render=function(E,x,T){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||E.length===0)return;this.type===sm&&(qt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ea);let U=i.getRenderTarget(),I=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),z=i.state;z.setBlending(er),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let k=p!==this.type;k&&x.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(W=>W.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,W=E.length;N<W;N++){let Y=E[N],G=Y.shadow;if(G===void 0){qt("WebGLShadowMap:",Y,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let lt=G.getFrameExtents();s.multiply(lt),r.copy(G.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/lt.x),s.x=r.x*lt.x,G.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/lt.y),s.y=r.y*lt.y,G.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(G.camera._reversedDepth=J,G.map===null||k===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===to){if(Y.isPointLight){qt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new oi(s.x,s.y,{format:zs,type:Ri,minFilter:Gn,magFilter:Gn,generateMipmaps:!1}),G.map.texture.name=Y.name+".shadowMap",G.map.depthTexture=new hs(s.x,s.y,Ai),G.map.depthTexture.name=Y.name+".shadowMapDepth",G.map.depthTexture.format=os,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=wn,G.map.depthTexture.magFilter=wn}else Y.isPointLight?(G.map=new ua(s.x),G.map.depthTexture=new Vo(s.x,Ei)):(G.map=new oi(s.x,s.y),G.map.depthTexture=new hs(s.x,s.y,Ei)),G.map.depthTexture.name=Y.name+".shadowMap",G.map.depthTexture.format=os,this.type===ea?(G.map.depthTexture.compareFunction=J?Iu:Pu,G.map.depthTexture.minFilter=Gn,G.map.depthTexture.magFilter=Gn):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=wn,G.map.depthTexture.magFilter=wn);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let j=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Y.isPointLight!==!0&&G.updateMatrices(Y,T);let it=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:T.layers;for(let ut=0;ut<j;ut++){let ht=G.getCamera(ut);if(Y.isPointLight){let Q=G.camera,pt=G.matrix,_t=Y.distance||Q.far;_t!==Q.far&&(Q.far=_t,Q.updateProjectionMatrix()),ca.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(ca),Wu.copy(Q.position),Wu.add(Fb[ut]),Q.up.copy(Ob[ut]),Q.lookAt(Wu),Q.updateMatrixWorld(),pt.makeTranslation(-ca.x,-ca.y,-ca.z),ug.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),G._frustum.setFromProjectionMatrix(ug,Q.coordinateSystem,Q.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)i.setRenderTarget(G.map,ut),i.clear();else{ut===0&&(i.setRenderTarget(G.map),i.clear());let Q=G.getViewport(ut);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}n=G.getFrustum(ut),w(x,T,ht,Y,it,this.type)}G.isPointLightShadow!==!0&&this.type===to&&y(G,T),G.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(U,I,L)};function y(E,x){let T=t.update(v);u.defines.VSM_SAMPLES!==E.blurSamples&&(u.defines.VSM_SAMPLES=E.blurSamples,d.defines.VSM_SAMPLES=E.blurSamples,u.needsUpdate=!0,d.needsUpdate=!0),E.mapPass===null?E.mapPass=new oi(s.x,s.y,{format:zs,type:Ri}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),u.uniforms.shadow_pass.value=E.map.depthTexture,u.uniforms.resolution.value.set(E.map.width,E.map.height),u.uniforms.radius.value=E.radius,i.setRenderTarget(E.mapPass),i.clear(),i.renderBufferDirect(x,null,T,u,v,null),d.uniforms.shadow_pass.value=E.mapPass.texture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,i.setRenderTarget(E.map),i.clear(),i.renderBufferDirect(x,null,T,d,v,null)}function A(E,x,T,U){let I=null,L=T.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(L!==void 0)I=L;else if(I=T.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let z=I.uuid,k=x.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let W=N[k];W===void 0&&(W=I.clone(),N[k]=W,x.addEventListener("dispose",C)),I=W}if(I.visible=x.visible,I.wireframe=x.wireframe,U===to?I.side=x.shadowSide!==null?x.shadowSide:x.side:I.side=x.shadowSide!==null?x.shadowSide:f[x.side],I.alphaMap=x.alphaMap,I.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,I.map=x.map,I.clipShadows=x.clipShadows,I.clippingPlanes=x.clippingPlanes,I.clipIntersection=x.clipIntersection,I.displacementMap=x.displacementMap,I.displacementScale=x.displacementScale,I.displacementBias=x.displacementBias,I.wireframeLinewidth=x.wireframeLinewidth,I.linewidth=x.linewidth,T.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let z=i.properties.get(I);z.light=T}return I}function w(E,x,T,U,I,L){if(E.visible===!1)return;if(E.layers.test(I)&&(E.isMesh||E.isLine||E.isPoints)&&(E.castShadow||E.receiveShadow&&L===to)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,E.matrixWorld);let N=t.update(E),W=E.material;if(Array.isArray(W)){let Y=N.groups;for(let G=0,lt=Y.length;G<lt;G++){let J=Y[G],j=W[J.materialIndex];if(j&&j.visible){let it=A(E,j,U,L);E.onBeforeShadow(i,E,x,T,N,it,J),i.renderBufferDirect(T,null,N,it,E,J),E.onAfterShadow(i,E,x,T,N,it,J)}}}else if(W.visible){let Y=A(E,W,U,L);E.onBeforeShadow(i,E,x,T,N,Y,null),i.renderBufferDirect(T,null,N,Y,E,null),E.onAfterShadow(i,E,x,T,N,Y,null)}}let k=E.children;for(let N=0,W=k.length;N<W;N++)w(k[N],x,T,U,I,L)}function C(E){E.target.removeEventListener("dispose",C);for(let T in c){let U=c[T],I=E.target.uuid;I in U&&(U[I].dispose(),delete U[I])}}}function zb(i,t){function e(){let F=!1,st=new qe,et=null,bt=new qe(0,0,0,0);return{setMask:function(mt){et!==mt&&!F&&(i.colorMask(mt,mt,mt,mt),et=mt)},setLocked:function(mt){F=mt},setClear:function(mt,vt,Gt,Kt,at){at===!0&&(mt*=Kt,vt*=Kt,Gt*=Kt),st.set(mt,vt,Gt,Kt),bt.equals(st)===!1&&(i.clearColor(mt,vt,Gt,Kt),bt.copy(st))},reset:function(){F=!1,et=null,bt.set(-1,0,0,0)}}}function n(){let F=!1,st=!1,et=null,bt=null,mt=null;return{setReversed:function(vt){if(st!==vt){let Gt=t.get("EXT_clip_control");vt?Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.ZERO_TO_ONE_EXT):Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.NEGATIVE_ONE_TO_ONE_EXT),st=vt;let Kt=mt;mt=null,this.setClear(Kt)}},getReversed:function(){return st},setTest:function(vt){vt?St(i.DEPTH_TEST):Ht(i.DEPTH_TEST)},setMask:function(vt){et!==vt&&!F&&(i.depthMask(vt),et=vt)},setFunc:function(vt){if(st&&(vt=Bm[vt]),bt!==vt){switch(vt){case ll:i.depthFunc(i.NEVER);break;case cl:i.depthFunc(i.ALWAYS);break;case hl:i.depthFunc(i.LESS);break;case Gr:i.depthFunc(i.LEQUAL);break;case ul:i.depthFunc(i.EQUAL);break;case fl:i.depthFunc(i.GEQUAL);break;case dl:i.depthFunc(i.GREATER);break;case pl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}bt=vt}},setLocked:function(vt){F=vt},setClear:function(vt){mt!==vt&&(mt=vt,st&&(vt=1-vt),i.clearDepth(vt))},reset:function(){F=!1,et=null,bt=null,mt=null,st=!1}}}function s(){let F=!1,st=null,et=null,bt=null,mt=null,vt=null,Gt=null,Kt=null,at=null;return{setTest:function(Ot){F||(Ot?St(i.STENCIL_TEST):Ht(i.STENCIL_TEST))},setMask:function(Ot){st!==Ot&&!F&&(i.stencilMask(Ot),st=Ot)},setFunc:function(Ot,jt,At){(et!==Ot||bt!==jt||mt!==At)&&(i.stencilFunc(Ot,jt,At),et=Ot,bt=jt,mt=At)},setOp:function(Ot,jt,At){(vt!==Ot||Gt!==jt||Kt!==At)&&(i.stencilOp(Ot,jt,At),vt=Ot,Gt=jt,Kt=At)},setLocked:function(Ot){F=Ot},setClear:function(Ot){at!==Ot&&(i.clearStencil(Ot),at=Ot)},reset:function(){F=!1,st=null,et=null,bt=null,mt=null,vt=null,Gt=null,Kt=null,at=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},f={},u={},d=new WeakMap,g=[],v=null,m=!1,p=null,y=null,A=null,w=null,C=null,E=null,x=null,T=new Zt(0,0,0),U=0,I=!1,L=null,z=null,k=null,N=null,W=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,lt=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec(J)[1]),G=lt>=1):J.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),G=lt>=2);let j=null,it={},ut=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),Q=new qe().fromArray(ut),pt=new qe().fromArray(ht);function _t(F,st,et,bt){let mt=new Uint8Array(4),vt=i.createTexture();i.bindTexture(F,vt),i.texParameteri(F,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(F,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Gt=0;Gt<et;Gt++)F===i.TEXTURE_3D||F===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,bt,0,i.RGBA,i.UNSIGNED_BYTE,mt):i.texImage2D(st+Gt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,mt);return vt}let Et={};Et[i.TEXTURE_2D]=_t(i.TEXTURE_2D,i.TEXTURE_2D,1),Et[i.TEXTURE_CUBE_MAP]=_t(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Et[i.TEXTURE_2D_ARRAY]=_t(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Et[i.TEXTURE_3D]=_t(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),St(i.DEPTH_TEST),o.setFunc(Gr),nn(!1),Pe(lu),St(i.CULL_FACE),We(er);function St(F){h[F]!==!0&&(i.enable(F),h[F]=!0)}function Ht(F){h[F]!==!1&&(i.disable(F),h[F]=!1)}function se(F,st){return u[F]!==st?(i.bindFramebuffer(F,st),u[F]=st,F===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=st),F===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Vt(F,st){let et=g,bt=!1;if(F){et=d.get(st),et===void 0&&(et=[],d.set(st,et));let mt=F.textures;if(et.length!==mt.length||et[0]!==i.COLOR_ATTACHMENT0){for(let vt=0,Gt=mt.length;vt<Gt;vt++)et[vt]=i.COLOR_ATTACHMENT0+vt;et.length=mt.length,bt=!0}}else et[0]!==i.BACK&&(et[0]=i.BACK,bt=!0);bt&&i.drawBuffers(et)}function he(F){return v!==F?(i.useProgram(F),v=F,!0):!1}let ae={[nr]:i.FUNC_ADD,[om]:i.FUNC_SUBTRACT,[am]:i.FUNC_REVERSE_SUBTRACT};ae[lm]=i.MIN,ae[cm]=i.MAX;let ne={[hm]:i.ZERO,[um]:i.ONE,[fm]:i.SRC_COLOR,[fu]:i.SRC_ALPHA,[xm]:i.SRC_ALPHA_SATURATE,[gm]:i.DST_COLOR,[pm]:i.DST_ALPHA,[dm]:i.ONE_MINUS_SRC_COLOR,[du]:i.ONE_MINUS_SRC_ALPHA,[_m]:i.ONE_MINUS_DST_COLOR,[mm]:i.ONE_MINUS_DST_ALPHA,[ym]:i.CONSTANT_COLOR,[vm]:i.ONE_MINUS_CONSTANT_COLOR,[Sm]:i.CONSTANT_ALPHA,[Mm]:i.ONE_MINUS_CONSTANT_ALPHA};function We(F,st,et,bt,mt,vt,Gt,Kt,at,Ot){if(F===er){m===!0&&(Ht(i.BLEND),m=!1);return}if(m===!1&&(St(i.BLEND),m=!0),F!==rm){if(F!==p||Ot!==I){if((y!==nr||C!==nr)&&(i.blendEquation(i.FUNC_ADD),y=nr,C=nr),Ot)switch(F){case eo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case cu:i.blendFunc(i.ONE,i.ONE);break;case hu:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case uu:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qt("WebGLState: Invalid blending: ",F);break}else switch(F){case eo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case cu:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case hu:Qt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case uu:Qt("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qt("WebGLState: Invalid blending: ",F);break}A=null,w=null,E=null,x=null,T.set(0,0,0),U=0,p=F,I=Ot}return}mt=mt||st,vt=vt||et,Gt=Gt||bt,(st!==y||mt!==C)&&(i.blendEquationSeparate(ae[st],ae[mt]),y=st,C=mt),(et!==A||bt!==w||vt!==E||Gt!==x)&&(i.blendFuncSeparate(ne[et],ne[bt],ne[vt],ne[Gt]),A=et,w=bt,E=vt,x=Gt),(Kt.equals(T)===!1||at!==U)&&(i.blendColor(Kt.r,Kt.g,Kt.b,at),T.copy(Kt),U=at),p=F,I=!1}function Fe(F,st){F.side===li?Ht(i.CULL_FACE):St(i.CULL_FACE);let et=F.side===Hn;st&&(et=!et),nn(et),F.blending===eo&&F.transparent===!1?We(er):We(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let bt=F.stencilWrite;a.setTest(bt),bt&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),ye(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?St(i.SAMPLE_ALPHA_TO_COVERAGE):Ht(i.SAMPLE_ALPHA_TO_COVERAGE)}function nn(F){L!==F&&(F?i.frontFace(i.CW):i.frontFace(i.CCW),L=F)}function Pe(F){F!==nm?(St(i.CULL_FACE),F!==z&&(F===lu?i.cullFace(i.BACK):F===im?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ht(i.CULL_FACE),z=F}function xn(F){F!==k&&(G&&i.lineWidth(F),k=F)}function ye(F,st,et){F?(St(i.POLYGON_OFFSET_FILL),(N!==st||W!==et)&&(N=st,W=et,o.getReversed()&&(st=-st,et=-et),i.polygonOffset(st,et))):Ht(i.POLYGON_OFFSET_FILL)}function un(F){F?St(i.SCISSOR_TEST):Ht(i.SCISSOR_TEST)}function Ze(F){F===void 0&&(F=i.TEXTURE0+Y-1),j!==F&&(i.activeTexture(F),j=F)}function sn(F,st,et){et===void 0&&(j===null?et=i.TEXTURE0+Y-1:et=j);let bt=it[et];bt===void 0&&(bt={type:void 0,texture:void 0},it[et]=bt),(bt.type!==F||bt.texture!==st)&&(j!==et&&(i.activeTexture(et),j=et),i.bindTexture(F,st||Et[F]),bt.type=F,bt.texture=st)}function O(){let F=it[j];F!==void 0&&F.type!==void 0&&(i.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Rt(){try{i.compressedTexImage2D(...arguments)}catch(F){Qt("WebGLState:",F)}}function Yt(){try{i.compressedTexImage3D(...arguments)}catch(F){Qt("WebGLState:",F)}}function re(){try{i.texSubImage2D(...arguments)}catch(F){Qt("WebGLState:",F)}}function Mt(){try{i.texSubImage3D(...arguments)}catch(F){Qt("WebGLState:",F)}}function Le(){try{i.compressedTexSubImage2D(...arguments)}catch(F){Qt("WebGLState:",F)}}function kt(){try{i.compressedTexSubImage3D(...arguments)}catch(F){Qt("WebGLState:",F)}}function Xt(){try{i.texStorage2D(...arguments)}catch(F){Qt("WebGLState:",F)}}function R(){try{i.texStorage3D(...arguments)}catch(F){Qt("WebGLState:",F)}}function S(){try{i.texImage2D(...arguments)}catch(F){Qt("WebGLState:",F)}}function X(){try{i.texImage3D(...arguments)}catch(F){Qt("WebGLState:",F)}}function ct(F){return f[F]!==void 0?f[F]:i.getParameter(F)}function rt(F,st){f[F]!==st&&(i.pixelStorei(F,st),f[F]=st)}function gt(F){Q.equals(F)===!1&&(i.scissor(F.x,F.y,F.z,F.w),Q.copy(F))}function xt(F){pt.equals(F)===!1&&(i.viewport(F.x,F.y,F.z,F.w),pt.copy(F))}function tt(F,st){let et=c.get(st);et===void 0&&(et=new WeakMap,c.set(st,et));let bt=et.get(F);bt===void 0&&(bt=i.getUniformBlockIndex(st,F.name),i.uniformBlockBinding(st,bt,bt),et.set(F,bt))}function nt(F,st,et){let mt=c.get(st).get(F);l[mt]!==et&&(i.bindBufferBase(i.UNIFORM_BUFFER,mt,et),l[mt]=et)}function dt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},f={},j=null,it={},u={},l={},d=new WeakMap,g=[],v=null,m=!1,p=null,y=null,A=null,w=null,C=null,E=null,x=null,T=new Zt(0,0,0),U=0,I=!1,L=null,z=null,k=null,N=null,W=null,Q.set(0,0,i.canvas.width,i.canvas.height),pt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:St,disable:Ht,bindFramebuffer:se,drawBuffers:Vt,useProgram:he,setBlending:We,setMaterial:Fe,setFlipSided:nn,setCullFace:Pe,setLineWidth:xn,setPolygonOffset:ye,setScissorTest:un,activeTexture:Ze,bindTexture:sn,unbindTexture:O,compressedTexImage2D:Rt,compressedTexImage3D:Yt,texImage2D:S,texImage3D:X,pixelStorei:rt,getParameter:ct,updateUBOMapping:tt,uniformBlockBinding:nt,texStorage2D:Xt,texStorage3D:R,texSubImage2D:re,texSubImage3D:Mt,compressedTexSubImage2D:Le,compressedTexSubImage3D:kt,scissor:gt,viewport:xt,reset:dt}}function kb(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new $t,h=new WeakMap,f=new Set,u,d=new WeakMap,g=new Set,v=new FinalizationRegistry(R=>g.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(R,S){return m?new OffscreenCanvas(R,S):No("canvas")}function y(R,S,X){let ct=1,rt=Xt(R);if((rt.width>X||rt.height>X)&&(ct=X/Math.max(rt.width,rt.height)),ct<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let gt=Math.floor(ct*rt.width),xt=Math.floor(ct*rt.height);u===void 0&&(u=p(gt,xt));let tt=S?p(gt,xt):u;return tt.width=gt,tt.height=xt,tt.getContext("2d").drawImage(R,0,0,gt,xt),qt("WebGLRenderer: Texture has been resized from ("+rt.width+"x"+rt.height+") to ("+gt+"x"+xt+")."),tt}else return"data"in R&&qt("WebGLRenderer: Image in DataTexture is too big ("+rt.width+"x"+rt.height+")."),R;return R}function A(R){return R.generateMipmaps}function w(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(R,S,X,ct,rt,gt=!1){if(R!==null){if(i[R]!==void 0)return i[R];qt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let xt;ct&&(xt=t.get("EXT_texture_norm16"),xt||qt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let tt=S;if(S===i.RED&&(X===i.FLOAT&&(tt=i.R32F),X===i.HALF_FLOAT&&(tt=i.R16F),X===i.UNSIGNED_BYTE&&(tt=i.R8),X===i.UNSIGNED_SHORT&&xt&&(tt=xt.R16_EXT),X===i.SHORT&&xt&&(tt=xt.R16_SNORM_EXT)),S===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(tt=i.R8UI),X===i.UNSIGNED_SHORT&&(tt=i.R16UI),X===i.UNSIGNED_INT&&(tt=i.R32UI),X===i.BYTE&&(tt=i.R8I),X===i.SHORT&&(tt=i.R16I),X===i.INT&&(tt=i.R32I)),S===i.RG&&(X===i.FLOAT&&(tt=i.RG32F),X===i.HALF_FLOAT&&(tt=i.RG16F),X===i.UNSIGNED_BYTE&&(tt=i.RG8),X===i.UNSIGNED_SHORT&&xt&&(tt=xt.RG16_EXT),X===i.SHORT&&xt&&(tt=xt.RG16_SNORM_EXT)),S===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(tt=i.RG8UI),X===i.UNSIGNED_SHORT&&(tt=i.RG16UI),X===i.UNSIGNED_INT&&(tt=i.RG32UI),X===i.BYTE&&(tt=i.RG8I),X===i.SHORT&&(tt=i.RG16I),X===i.INT&&(tt=i.RG32I)),S===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(tt=i.RGB8UI),X===i.UNSIGNED_SHORT&&(tt=i.RGB16UI),X===i.UNSIGNED_INT&&(tt=i.RGB32UI),X===i.BYTE&&(tt=i.RGB8I),X===i.SHORT&&(tt=i.RGB16I),X===i.INT&&(tt=i.RGB32I)),S===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(tt=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(tt=i.RGBA16UI),X===i.UNSIGNED_INT&&(tt=i.RGBA32UI),X===i.BYTE&&(tt=i.RGBA8I),X===i.SHORT&&(tt=i.RGBA16I),X===i.INT&&(tt=i.RGBA32I)),S===i.RGB&&(X===i.UNSIGNED_SHORT&&xt&&(tt=xt.RGB16_EXT),X===i.SHORT&&xt&&(tt=xt.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(tt=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(tt=i.R11F_G11F_B10F)),S===i.RGBA){let nt=gt?Do:_e.getTransfer(rt);X===i.FLOAT&&(tt=i.RGBA32F),X===i.HALF_FLOAT&&(tt=i.RGBA16F),X===i.UNSIGNED_BYTE&&(tt=nt===Ee?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&xt&&(tt=xt.RGBA16_EXT),X===i.SHORT&&xt&&(tt=xt.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(tt=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(tt=i.RGB5_A1)}return(tt===i.R16F||tt===i.R32F||tt===i.RG16F||tt===i.RG32F||tt===i.RGBA16F||tt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),tt}function x(R,S){let X;return R?S===null||S===Ei||S===sr?X=i.DEPTH24_STENCIL8:S===Ai?X=i.DEPTH32F_STENCIL8:S===io&&(X=i.DEPTH24_STENCIL8,qt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):S===null||S===Ei||S===sr?X=i.DEPTH_COMPONENT24:S===Ai?X=i.DEPTH_COMPONENT32F:S===io&&(X=i.DEPTH_COMPONENT16),X}function T(R,S){return A(R)===!0||R.isFramebufferTexture&&R.minFilter!==wn&&R.minFilter!==Gn?Math.log2(Math.max(S.width,S.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?S.mipmaps.length:1}function U(R){let S=new WeakRef(R);n.get(R).__ref=S,g.add(S),v.register(R,S,S)}function I(R){let S=n.get(R).__ref;S!==void 0&&(g.delete(S),v.unregister(S))}function L(R){k(R.target)}function z(R){N(R.target)}function k(R){R.removeEventListener("dispose",L),I(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&f.delete(R)}function N(R){R.removeEventListener("dispose",z),I(R),lt(R)}function W(){for(let R of g){let S=R.deref();S!==void 0&&(S.isRenderTarget===!0?N(S):k(S))}g.clear(),f.clear()}function Y(R){let S=n.get(R);if(S.__webglInit===void 0)return;let X=R.source,ct=d.get(X);if(ct){let rt=ct[S.__cacheKey];rt.usedTimes--,rt.usedTimes===0&&G(R),Object.keys(ct).length===0&&d.delete(X)}n.remove(R)}function G(R){let S=n.get(R);i.deleteTexture(S.__webglTexture);let X=R.source,ct=d.get(X);delete ct[S.__cacheKey],o.memory.textures--}function lt(R){let S=n.get(R);S.__depthDisposeCallback&&S.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&k(X),R.isWebGLCubeRenderTarget)for(let rt=0;rt<6;rt++){if(Array.isArray(S.__webglFramebuffer[rt]))for(let gt=0;gt<S.__webglFramebuffer[rt].length;gt++)i.deleteFramebuffer(S.__webglFramebuffer[rt][gt]);else i.deleteFramebuffer(S.__webglFramebuffer[rt]);S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer[rt])}else{if(Array.isArray(S.__webglFramebuffer))for(let rt=0;rt<S.__webglFramebuffer.length;rt++)i.deleteFramebuffer(S.__webglFramebuffer[rt]);else i.deleteFramebuffer(S.__webglFramebuffer);if(S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer),S.__webglMultisampledFramebuffer&&i.deleteFramebuffer(S.__webglMultisampledFramebuffer),S.__webglColorRenderbuffer)for(let rt=0;rt<S.__webglColorRenderbuffer.length;rt++)S.__webglColorRenderbuffer[rt]&&i.deleteRenderbuffer(S.__webglColorRenderbuffer[rt]);S.__webglDepthRenderbuffer&&i.deleteRenderbuffer(S.__webglDepthRenderbuffer)}let ct=R.textures;for(let rt=0,gt=ct.length;rt<gt;rt++){let xt=n.get(ct[rt]);xt.__webglTexture&&(i.deleteTexture(xt.__webglTexture),o.memory.textures--),n.remove(ct[rt])}n.remove(R)}let J=0;function j(){J=0}function it(){return J}function ut(R){J=R}function ht(){let R=J;return R>=s.maxTextures&&qt("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,R}function Q(R){let S=[];return S.push(R.wrapS),S.push(R.wrapT),S.push(R.wrapR||0),S.push(R.magFilter),S.push(R.minFilter),S.push(R.anisotropy),S.push(R.internalFormat),S.push(R.format),S.push(R.type),S.push(R.generateMipmaps),S.push(R.mipmapsAutoUpdate),S.push(R.premultiplyAlpha),S.push(R.flipY),S.push(R.unpackAlignment),S.push(R.colorSpace),S.join()}function pt(R,S){let X=n.get(R);if(R.isVideoTexture&&Le(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let ct=R.image;if(ct===null)qt("WebGLRenderer: Texture marked for update but no image data found.");else if(ct.complete===!1)qt("WebGLRenderer: Texture marked for update but image is incomplete");else{Fe(X,R,S);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+S)}function _t(R,S){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Fe(X,R,S);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+S)}function Et(R,S){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Fe(X,R,S);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+S)}function St(R,S){let X=n.get(R);if(R.version>0&&X.__version!==R.version){nn(X,R,S);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+S)}let Ht={[ml]:i.REPEAT,[ki]:i.CLAMP_TO_EDGE,[gl]:i.MIRRORED_REPEAT},se={[wn]:i.NEAREST,[Tm]:i.NEAREST_MIPMAP_NEAREST,[na]:i.NEAREST_MIPMAP_LINEAR,[Gn]:i.LINEAR,[Hl]:i.LINEAR_MIPMAP_NEAREST,[us]:i.LINEAR_MIPMAP_LINEAR},Vt={[Cm]:i.NEVER,[Lu]:i.ALWAYS,[Pm]:i.LESS,[Pu]:i.LEQUAL,[Im]:i.EQUAL,[Iu]:i.GEQUAL,[Lm]:i.GREATER,[Dm]:i.NOTEQUAL};function he(R,S){if(S.type===Ai&&t.has("OES_texture_float_linear")===!1&&(S.magFilter===Gn||S.magFilter===Hl||S.magFilter===na||S.magFilter===us||S.minFilter===Gn||S.minFilter===Hl||S.minFilter===na||S.minFilter===us)&&qt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Ht[S.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Ht[S.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Ht[S.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,se[S.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,se[S.minFilter]),S.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Vt[S.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(S.magFilter===wn||S.minFilter!==na&&S.minFilter!==us||S.type===Ai&&t.has("OES_texture_float_linear")===!1)return;if(S.anisotropy>1||n.get(S).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(S.anisotropy,s.getMaxAnisotropy())),n.get(S).__currentAnisotropy=S.anisotropy}}}function ae(R,S){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,S.addEventListener("dispose",L),U(S));let ct=S.source,rt=d.get(ct);rt===void 0&&(rt={},d.set(ct,rt));let gt=Q(S);if(gt!==R.__cacheKey){rt[gt]===void 0&&(rt[gt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),rt[gt].usedTimes++;let xt=rt[R.__cacheKey];xt!==void 0&&(rt[R.__cacheKey].usedTimes--,xt.usedTimes===0&&G(S)),R.__cacheKey=gt,R.__webglTexture=rt[gt].texture}return X}function ne(R,S,X){return Math.floor(Math.floor(R/X)/S)}function We(R,S,X,ct){let gt=R.updateRanges;if(gt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,S.width,S.height,X,ct,S.data);else{gt.sort((F,st)=>F.start-st.start);let xt=0;for(let F=1;F<gt.length;F++){let st=gt[xt],et=gt[F],bt=st.start+st.count,mt=ne(et.start,S.width,4),vt=ne(st.start,S.width,4);et.start<=bt+1&&mt===vt&&ne(et.start+et.count-1,S.width,4)===mt?st.count=Math.max(st.count,et.start+et.count-st.start):(++xt,gt[xt]=et)}gt.length=xt+1;let tt=e.getParameter(i.UNPACK_ROW_LENGTH),nt=e.getParameter(i.UNPACK_SKIP_PIXELS),dt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,S.width);for(let F=0,st=gt.length;F<st;F++){let et=gt[F],bt=Math.floor(et.start/4),mt=Math.ceil(et.count/4),vt=bt%S.width,Gt=Math.floor(bt/S.width),Kt=mt,at=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,vt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Gt),e.texSubImage2D(i.TEXTURE_2D,0,vt,Gt,Kt,at,X,ct,S.data)}R.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,tt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,nt),e.pixelStorei(i.UNPACK_SKIP_ROWS,dt)}}function Fe(R,S,X){let ct=i.TEXTURE_2D;(S.isDataArrayTexture||S.isCompressedArrayTexture)&&(ct=i.TEXTURE_2D_ARRAY),S.isData3DTexture&&(ct=i.TEXTURE_3D);let rt=ae(R,S),gt=S.source;e.bindTexture(ct,R.__webglTexture,i.TEXTURE0+X);let xt=n.get(gt);if(gt.version!==xt.__version||rt===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&S.image instanceof ImageBitmap)===!1){let at=_e.getPrimaries(_e.workingColorSpace),Ot=S.colorSpace===ds?null:_e.getPrimaries(S.colorSpace),jt=S.colorSpace===ds||at===Ot?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,jt)}e.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment);let nt=y(S.image,!1,s.maxTextureSize);nt=kt(S,nt);let dt=r.convert(S.format,S.colorSpace),F=r.convert(S.type),st=E(S.internalFormat,dt,F,S.normalized,S.colorSpace,S.isVideoTexture);he(ct,S);let et,bt=S.mipmaps,mt=S.isVideoTexture!==!0,vt=xt.__version===void 0||rt===!0,Gt=gt.dataReady,Kt=T(S,nt);if(S.isDepthTexture)st=x(S.format===fs,S.type),vt&&(mt?e.texStorage2D(i.TEXTURE_2D,1,st,nt.width,nt.height):e.texImage2D(i.TEXTURE_2D,0,st,nt.width,nt.height,0,dt,F,null));else if(S.isDataTexture)if(bt.length>0){mt&&vt&&e.texStorage2D(i.TEXTURE_2D,Kt,st,bt[0].width,bt[0].height);for(let at=0,Ot=bt.length;at<Ot;at++)et=bt[at],mt?Gt&&e.texSubImage2D(i.TEXTURE_2D,at,0,0,et.width,et.height,dt,F,et.data):e.texImage2D(i.TEXTURE_2D,at,st,et.width,et.height,0,dt,F,et.data);S.generateMipmaps=!1}else mt?(vt&&e.texStorage2D(i.TEXTURE_2D,Kt,st,nt.width,nt.height),Gt&&We(S,nt,dt,F)):e.texImage2D(i.TEXTURE_2D,0,st,nt.width,nt.height,0,dt,F,nt.data);else if(S.isCompressedTexture)if(S.isCompressedArrayTexture){mt&&vt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Kt,st,bt[0].width,bt[0].height,nt.depth);for(let at=0,Ot=bt.length;at<Ot;at++)if(et=bt[at],S.format!==Ci)if(dt!==null)if(mt){if(Gt)if(S.layerUpdates.size>0){let jt=Gu(et.width,et.height,S.format,S.type);for(let At of S.layerUpdates){let oe=et.data.subarray(At*jt/et.data.BYTES_PER_ELEMENT,(At+1)*jt/et.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,At,et.width,et.height,1,dt,oe)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,0,et.width,et.height,nt.depth,dt,et.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,at,st,et.width,et.height,nt.depth,0,et.data,0,0);else qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else mt?Gt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,0,et.width,et.height,nt.depth,dt,F,et.data):e.texImage3D(i.TEXTURE_2D_ARRAY,at,st,et.width,et.height,nt.depth,0,dt,F,et.data);S.layerUpdates.size>0&&S.clearLayerUpdates()}else{mt&&vt&&e.texStorage2D(i.TEXTURE_2D,Kt,st,bt[0].width,bt[0].height);for(let at=0,Ot=bt.length;at<Ot;at++)et=bt[at],S.format!==Ci?dt!==null?mt?Gt&&e.compressedTexSubImage2D(i.TEXTURE_2D,at,0,0,et.width,et.height,dt,et.data):e.compressedTexImage2D(i.TEXTURE_2D,at,st,et.width,et.height,0,et.data):qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):mt?Gt&&e.texSubImage2D(i.TEXTURE_2D,at,0,0,et.width,et.height,dt,F,et.data):e.texImage2D(i.TEXTURE_2D,at,st,et.width,et.height,0,dt,F,et.data)}else if(S.isDataArrayTexture)if(mt){if(vt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Kt,st,nt.width,nt.height,nt.depth),Gt)if(S.layerUpdates.size>0){let at=Gu(nt.width,nt.height,S.format,S.type);for(let Ot of S.layerUpdates){let jt=nt.data.subarray(Ot*at/nt.data.BYTES_PER_ELEMENT,(Ot+1)*at/nt.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ot,nt.width,nt.height,1,dt,F,jt)}S.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,nt.width,nt.height,nt.depth,dt,F,nt.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,nt.width,nt.height,nt.depth,0,dt,F,nt.data);else if(S.isData3DTexture)mt?(vt&&e.texStorage3D(i.TEXTURE_3D,Kt,st,nt.width,nt.height,nt.depth),Gt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,nt.width,nt.height,nt.depth,dt,F,nt.data)):e.texImage3D(i.TEXTURE_3D,0,st,nt.width,nt.height,nt.depth,0,dt,F,nt.data);else if(S.isFramebufferTexture){if(vt)if(mt)e.texStorage2D(i.TEXTURE_2D,Kt,st,nt.width,nt.height);else{let at=nt.width,Ot=nt.height;for(let jt=0;jt<Kt;jt++)e.texImage2D(i.TEXTURE_2D,jt,st,at,Ot,0,dt,F,null),at>>=1,Ot>>=1}}else if(S.isHTMLTexture){if("texElementImage2D"in i){let at=i.canvas;if(at.hasAttribute("layoutsubtree")||at.setAttribute("layoutsubtree","true"),nt.parentNode!==at){at.appendChild(nt),f.add(S),at.onpaint=Ot=>{let jt=Ot.changedElements;for(let At of f)jt.includes(At.image)&&(At.needsUpdate=!0)},at.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,nt);else{let jt=i.RGBA,At=i.RGBA,oe=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,jt,At,oe,nt)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(bt.length>0){if(mt&&vt){let at=Xt(bt[0]);e.texStorage2D(i.TEXTURE_2D,Kt,st,at.width,at.height)}for(let at=0,Ot=bt.length;at<Ot;at++)et=bt[at],mt?Gt&&e.texSubImage2D(i.TEXTURE_2D,at,0,0,dt,F,et):e.texImage2D(i.TEXTURE_2D,at,st,dt,F,et);S.generateMipmaps=!1}else if(mt){if(vt){let at=Xt(nt);e.texStorage2D(i.TEXTURE_2D,Kt,st,at.width,at.height)}Gt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,dt,F,nt)}else e.texImage2D(i.TEXTURE_2D,0,st,dt,F,nt);A(S)&&S.mipmapsAutoUpdate===!0&&w(ct),xt.__version=gt.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function nn(R,S,X){if(S.image.length!==6)return;let ct=ae(R,S),rt=S.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+X);let gt=n.get(rt);if(rt.version!==gt.__version||ct===!0){e.activeTexture(i.TEXTURE0+X);let xt=_e.getPrimaries(_e.workingColorSpace),tt=S.colorSpace===ds?null:_e.getPrimaries(S.colorSpace),nt=S.colorSpace===ds||xt===tt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,nt);let dt=S.isCompressedTexture||S.image[0].isCompressedTexture,F=S.image[0]&&S.image[0].isDataTexture,st=[];for(let At=0;At<6;At++)!dt&&!F?st[At]=y(S.image[At],!0,s.maxCubemapSize):st[At]=F?S.image[At].image:S.image[At],st[At]=kt(S,st[At]);let et=st[0],bt=r.convert(S.format,S.colorSpace),mt=r.convert(S.type),vt=E(S.internalFormat,bt,mt,S.normalized,S.colorSpace),Gt=S.isVideoTexture!==!0,Kt=gt.__version===void 0||ct===!0,at=rt.dataReady,Ot=T(S,et);he(i.TEXTURE_CUBE_MAP,S);let jt;if(S.isDepthTexture){if(vt=x(S.format===fs,S.type),Kt)if(Gt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,vt,et.width,et.height);else for(let At=0;At<6;At++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,vt,et.width,et.height,0,bt,mt,null)}else if(dt){Gt&&Kt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,vt,et.width,et.height);for(let At=0;At<6;At++){jt=st[At].mipmaps;for(let oe=0;oe<jt.length;oe++){let Be=jt[oe];S.format!==Ci?bt!==null?Gt?at&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe,0,0,Be.width,Be.height,bt,Be.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe,vt,Be.width,Be.height,0,Be.data):qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe,0,0,Be.width,Be.height,bt,mt,Be.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe,vt,Be.width,Be.height,0,bt,mt,Be.data)}}}else{if(jt=S.mipmaps,Gt&&Kt){jt.length>0&&Ot++;let At=Xt(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,vt,At.width,At.height)}for(let At=0;At<6;At++)if(F){Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,0,0,st[At].width,st[At].height,bt,mt,st[At].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,vt,st[At].width,st[At].height,0,bt,mt,st[At].data);for(let oe=0;oe<jt.length;oe++){let Nn=jt[oe].image[At].image;Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe+1,0,0,Nn.width,Nn.height,bt,mt,Nn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe+1,vt,Nn.width,Nn.height,0,bt,mt,Nn.data)}}else{Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,0,0,bt,mt,st[At]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,vt,bt,mt,st[At]);for(let oe=0;oe<jt.length;oe++){let Be=jt[oe];Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe+1,0,0,bt,mt,Be.image[At]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,oe+1,vt,bt,mt,Be.image[At])}}}A(S)&&S.mipmapsAutoUpdate===!0&&w(i.TEXTURE_CUBE_MAP),gt.__version=rt.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function Pe(R,S,X,ct,rt,gt){let xt=r.convert(X.format,X.colorSpace),tt=r.convert(X.type),nt=E(X.internalFormat,xt,tt,X.normalized,X.colorSpace),dt=n.get(S),F=n.get(X);if(F.__renderTarget=S,!dt.__hasExternalTextures){let st=Math.max(1,S.width>>gt),et=Math.max(1,S.height>>gt);rt===i.TEXTURE_3D||rt===i.TEXTURE_2D_ARRAY?e.texImage3D(rt,gt,nt,st,et,S.depth,0,xt,tt,null):e.texImage2D(rt,gt,nt,st,et,0,xt,tt,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),Mt(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ct,rt,F.__webglTexture,0,re(S)):(rt===i.TEXTURE_2D||rt>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&rt<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ct,rt,F.__webglTexture,gt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function xn(R,S,X){if(i.bindRenderbuffer(i.RENDERBUFFER,R),S.depthBuffer){let ct=S.depthTexture,rt=ct&&ct.isDepthTexture?ct.type:null,gt=x(S.stencilBuffer,rt),xt=S.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Mt(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(S),gt,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(S),gt,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,gt,S.width,S.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,xt,i.RENDERBUFFER,R)}else{let ct=S.textures;for(let rt=0;rt<ct.length;rt++){let gt=ct[rt],xt=r.convert(gt.format,gt.colorSpace),tt=r.convert(gt.type),nt=E(gt.internalFormat,xt,tt,gt.normalized,gt.colorSpace);Mt(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(S),nt,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(S),nt,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,nt,S.width,S.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function ye(R,S,X){let ct=S.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(S.depthTexture&&S.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let rt=n.get(S.depthTexture);rt.__renderTarget=S;let gt=ct?S.depthTexture.image[0]:S.depthTexture.image;(!rt.__webglTexture||gt.width!==S.width||gt.height!==S.height)&&(gt.width=S.width,gt.height=S.height,S.depthTexture.needsUpdate=!0),ct?St(S.depthTexture,0):pt(S.depthTexture,0);let xt=rt.__webglTexture,tt=re(S),nt=ct?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,dt=S.depthTexture.format===fs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(S.depthTexture.format===os)Mt(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,nt,xt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,dt,nt,xt,0);else if(S.depthTexture.format===fs)Mt(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,nt,xt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,dt,nt,xt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function un(R){let S=n.get(R),X=R.isWebGLCubeRenderTarget===!0;if(S.__boundDepthTexture!==R.depthTexture){let ct=R.depthTexture;if(S.__depthDisposeCallback&&S.__depthDisposeCallback(),ct){let rt=()=>{delete S.__boundDepthTexture,delete S.__depthDisposeCallback,ct.removeEventListener("dispose",rt)};ct.addEventListener("dispose",rt),S.__depthDisposeCallback=rt}S.__boundDepthTexture=ct}if(R.depthTexture&&!S.__autoAllocateDepthBuffer)if(X)for(let ct=0;ct<6;ct++)ye(S.__webglFramebuffer[ct],R,ct);else R.texture.mipmaps.length>0?ye(S.__webglFramebuffer[0],R,0):ye(S.__webglFramebuffer,R,0);else if(X){S.__webglDepthbuffer=[];for(let ct=0;ct<6;ct++)if(e.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[ct]),S.__webglDepthbuffer[ct]===void 0)S.__webglDepthbuffer[ct]=i.createRenderbuffer(),xn(S.__webglDepthbuffer[ct],R,!1);else{let rt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,gt=S.__webglDepthbuffer[ct];i.bindRenderbuffer(i.RENDERBUFFER,gt),i.framebufferRenderbuffer(i.FRAMEBUFFER,rt,i.RENDERBUFFER,gt)}}else if(R.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer),S.__webglDepthbuffer===void 0)S.__webglDepthbuffer=i.createRenderbuffer(),xn(S.__webglDepthbuffer,R,!1);else{let rt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,gt=S.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,gt),i.framebufferRenderbuffer(i.FRAMEBUFFER,rt,i.RENDERBUFFER,gt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ze(R,S,X){let ct=n.get(R);S!==void 0&&Pe(ct.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&un(R)}function sn(R){let S=R.texture,X=n.get(R),ct=n.get(S);R.addEventListener("dispose",z),U(R);let rt=R.textures,gt=R.isWebGLCubeRenderTarget===!0,xt=rt.length>1;if(xt||(ct.__webglTexture===void 0&&(ct.__webglTexture=i.createTexture()),ct.__version=S.version,o.memory.textures++),gt){X.__webglFramebuffer=[];for(let tt=0;tt<6;tt++)if(S.mipmaps.length>0){X.__webglFramebuffer[tt]=[];for(let nt=0;nt<S.mipmaps.length;nt++)X.__webglFramebuffer[tt][nt]=i.createFramebuffer()}else X.__webglFramebuffer[tt]=i.createFramebuffer()}else{if(S.mipmaps.length>0){X.__webglFramebuffer=[];for(let tt=0;tt<S.mipmaps.length;tt++)X.__webglFramebuffer[tt]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(xt)for(let tt=0,nt=rt.length;tt<nt;tt++){let dt=n.get(rt[tt]);dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&Mt(R)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let tt=0;tt<rt.length;tt++){let nt=rt[tt];X.__webglColorRenderbuffer[tt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[tt]);let dt=r.convert(nt.format,nt.colorSpace),F=r.convert(nt.type),st=E(nt.internalFormat,dt,F,nt.normalized,nt.colorSpace,R.isXRRenderTarget===!0),et=re(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,et,st,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+tt,i.RENDERBUFFER,X.__webglColorRenderbuffer[tt])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),xn(X.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(gt){e.bindTexture(i.TEXTURE_CUBE_MAP,ct.__webglTexture),he(i.TEXTURE_CUBE_MAP,S);for(let tt=0;tt<6;tt++)if(S.mipmaps.length>0)for(let nt=0;nt<S.mipmaps.length;nt++)Pe(X.__webglFramebuffer[tt][nt],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,nt);else Pe(X.__webglFramebuffer[tt],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,0);A(S)?w(i.TEXTURE_CUBE_MAP):S.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),e.unbindTexture()}else if(xt){for(let tt=0,nt=rt.length;tt<nt;tt++){let dt=rt[tt],F=n.get(dt),st=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(st=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,F.__webglTexture),he(st,dt),Pe(X.__webglFramebuffer,R,dt,i.COLOR_ATTACHMENT0+tt,st,0),A(dt)&&w(st)}e.unbindTexture()}else{let tt=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(tt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(tt,ct.__webglTexture),he(tt,S),S.mipmaps.length>0)for(let nt=0;nt<S.mipmaps.length;nt++)Pe(X.__webglFramebuffer[nt],R,S,i.COLOR_ATTACHMENT0,tt,nt);else Pe(X.__webglFramebuffer,R,S,i.COLOR_ATTACHMENT0,tt,0);A(S)?w(tt):S.mipmaps.length>0&&i.texParameteri(tt,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&un(R)}function O(R){let S=R.textures;for(let X=0,ct=S.length;X<ct;X++){let rt=S[X];if(A(rt)&&rt.mipmapsAutoUpdate===!0){let gt=C(R),xt=n.get(rt).__webglTexture;e.bindTexture(gt,xt),w(gt),e.unbindTexture()}}}let Rt=[];function Yt(R){if(R.samples>0){if(Mt(R)===!1){let S=R.textures,X=R.width,ct=R.height,rt=i.COLOR_BUFFER_BIT,gt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xt=n.get(R),tt=S.length>1;if(tt)for(let dt=0;dt<S.length;dt++)e.bindFramebuffer(i.FRAMEBUFFER,xt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,xt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,xt.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,xt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,xt.__webglFramebuffer);for(let dt=0;dt<S.length;dt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(rt|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(rt|=i.STENCIL_BUFFER_BIT)),tt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,xt.__webglColorRenderbuffer[dt]);let F=n.get(S[dt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,F,0)}i.blitFramebuffer(0,0,X,ct,0,0,X,ct,rt,i.NEAREST),l===!0&&(Rt.length=0,Rt.push(i.COLOR_ATTACHMENT0+dt),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Rt.push(gt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Rt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),tt)for(let dt=0;dt<S.length;dt++){e.bindFramebuffer(i.FRAMEBUFFER,xt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.RENDERBUFFER,xt.__webglColorRenderbuffer[dt]);let F=n.get(S[dt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,xt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.TEXTURE_2D,F,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,xt.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let S=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[S])}}}function re(R){return Math.min(s.maxSamples,R.samples)}function Mt(R){let S=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&S.__useRenderToTexture!==!1}function Le(R){let S=o.render.frame;h.get(R)!==S&&(h.set(R,S),R.update())}function kt(R,S){let X=R.colorSpace,ct=R.format,rt=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==Lo&&X!==ds&&(_e.getTransfer(X)===Ee?(ct!==Ci||rt!==qn)&&qt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qt("WebGLTextures: Unsupported texture color space:",X)),S}function Xt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=j,this.getTextureUnits=it,this.setTextureUnits=ut,this.setTexture2D=pt,this.setTexture2DArray=_t,this.setTexture3D=Et,this.setTextureCube=St,this.rebindTextures=Ze,this.setupRenderTarget=sn,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=un,this.setupFrameBufferTexture=Pe,this.useMultisampledRTT=Mt,this.dispose=W}function Vb(i,t){function e(n,s=ds){let r,o=_e.getTransfer(s);if(n===qn)return i.UNSIGNED_BYTE;if(n===Xl)return i.UNSIGNED_SHORT_4_4_4_4;if(n===ql)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Tu)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Eu)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===bu)return i.BYTE;if(n===wu)return i.SHORT;if(n===io)return i.UNSIGNED_SHORT;if(n===Wl)return i.INT;if(n===Ei)return i.UNSIGNED_INT;if(n===Ai)return i.FLOAT;if(n===Ri)return i.HALF_FLOAT;if(n===Au)return i.ALPHA;if(n===Ru)return i.RGB;if(n===Ci)return i.RGBA;if(n===os)return i.DEPTH_COMPONENT;if(n===fs)return i.DEPTH_STENCIL;if(n===Cu)return i.RED;if(n===Yl)return i.RED_INTEGER;if(n===zs)return i.RG;if(n===Zl)return i.RG_INTEGER;if(n===$l)return i.RGBA_INTEGER;if(n===ia||n===sa||n===ra||n===oa)if(o===Ee)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ia)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ra)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===oa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ia)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===sa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ra)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===oa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Jl||n===Kl||n===jl||n===Ql)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Jl)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Kl)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===jl)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Ql)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===tc||n===ec||n===nc||n===ic||n===sc||n===aa||n===rc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===tc||n===ec)return o===Ee?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===nc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===ic)return r.COMPRESSED_R11_EAC;if(n===sc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===aa)return r.COMPRESSED_RG11_EAC;if(n===rc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===oc||n===ac||n===lc||n===cc||n===hc||n===uc||n===fc||n===dc||n===pc||n===mc||n===gc||n===_c||n===xc||n===yc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===oc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===ac)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===lc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===cc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===hc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===uc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===fc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===dc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===pc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===mc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===gc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===_c)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===xc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===yc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===vc||n===Sc||n===Mc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===vc)return o===Ee?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Sc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Mc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===bc||n===wc||n===la||n===Tc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===bc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===wc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===la)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Tc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===sr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var Gb=`
void main() {

 gl_Position = vec4( position, 1.0 );

}`,Hb=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

 vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

 if ( coord.x >= 1.0 ) {

 gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

 } else {

 gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

 }

}`,Ku=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new Go(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Gi({vertexShader:Gb,fragmentShader:Hb,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Ln(new Wo(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ju=class extends Ti{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,f=null,u=null,d=null,g=null,v=typeof XRWebGLBinding<"u",m=new Ku,p={},y=e.getContextAttributes(),A=null,w=null,C=[],E=[],x=new $t,T=null,U=null,I=new Vn;I.viewport=new qe;let L=new Vn;L.viewport=new qe;let z=[I,L],k=new kl,N=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let pt=C[Q];return pt===void 0&&(pt=new Zr,C[Q]=pt),pt.getTargetRaySpace()},this.getControllerGrip=function(Q){let pt=C[Q];return pt===void 0&&(pt=new Zr,C[Q]=pt),pt.getGripSpace()},this.getHand=function(Q){let pt=C[Q];return pt===void 0&&(pt=new Zr,C[Q]=pt),pt.getHandSpace()};function Y(Q){let pt=E.indexOf(Q.inputSource);if(pt===-1)return;let _t=C[pt];_t!==void 0&&(_t.update(Q.inputSource,Q.frame,c||o),_t.dispatchEvent({type:Q.type,data:Q.inputSource}))}function G(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",lt);for(let Q=0;Q<C.length;Q++){let pt=E[Q];pt!==null&&(E[Q]=null,C[Q].disconnect(pt))}N=null,W=null,m.reset();for(let Q in p)delete p[Q];if(t.setRenderTarget(A),d=null,u=null,f=null,s=null,w=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(T),t.setSize(x.width,x.height,!1),U!==null){let Q=U.camera;Q.fov=U.fov,Q.zoom=U.zoom,Q.updateProjectionMatrix(),U=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&qt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&qt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return u!==null?u:d},this.getBinding=function(){return f===null&&v&&(f=new XRWebGLBinding(s,e)),f},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",G),s.addEventListener("inputsourceschange",lt),y.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(x),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let _t=null,Et=null,St=null;y.depth&&(St=y.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,_t=y.stencil?fs:os,Et=y.stencil?sr:Ei);let Ht={colorFormat:e.RGBA8,depthFormat:St,scaleFactor:r};f=this.getBinding(),u=f.createProjectionLayer(Ht),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),w=new oi(u.textureWidth,u.textureHeight,{format:Ci,type:qn,depthTexture:new hs(u.textureWidth,u.textureHeight,Et,void 0,void 0,void 0,void 0,void 0,void 0,_t),stencilBuffer:y.stencil,colorSpace:t.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let _t={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,_t),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),w=new oi(d.framebufferWidth,d.framebufferHeight,{format:Ci,type:qn,colorSpace:t.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function lt(Q){for(let pt=0;pt<Q.removed.length;pt++){let _t=Q.removed[pt],Et=E.indexOf(_t);Et>=0&&(E[Et]=null,C[Et].disconnect(_t))}for(let pt=0;pt<Q.added.length;pt++){let _t=Q.added[pt],Et=E.indexOf(_t);if(Et===-1){for(let Ht=0;Ht<C.length;Ht++)if(Ht>=E.length){E.push(_t),Et=Ht;break}else if(E[Ht]===null){E[Ht]=_t,Et=Ht;break}if(Et===-1)break}let St=C[Et];St&&St.connect(_t)}}function J(Q,pt){pt===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(pt.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let pt=Q.near,_t=Q.far;m.texture!==null&&(m.depthNear>0&&(pt=m.depthNear),m.depthFar>0&&(_t=m.depthFar)),k.near=L.near=I.near=pt,k.far=L.far=I.far=_t,(N!==k.near||W!==k.far)&&(s.updateRenderState({depthNear:k.near,depthFar:k.far}),N=k.near,W=k.far),k.layers.mask=Q.layers.mask|6,I.layers.mask=k.layers.mask&-5,L.layers.mask=k.layers.mask&-3;let Et=Q.parent,St=k.cameras;J(k,Et);for(let Ht=0;Ht<St.length;Ht++)J(St[Ht],Et);k.projectionMatrix.copy(I.projectionMatrix),k.projectionMatrixInverse.copy(I.projectionMatrixInverse),U===null&&Q.isPerspectiveCamera&&(U={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,k,Et)};function j(Q,pt,_t){_t===null?Q.matrix.copy(pt.matrixWorld):(Q.matrix.copy(_t.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(pt.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(pt.projectionMatrix),Q.projectionMatrixInverse.copy(pt.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Xr*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return k},this.getFoveation=function(){if(!(u===null&&d===null))return l},this.setFoveation=function(Q){l=Q,u!==null&&(u.fixedFoveation=Q),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(k)},this.getCameraTexture=function(Q){return p[Q]};let it=null;function ut(Q,pt){if(h=pt.getViewerPose(c||o),g=pt,h!==null){let _t=h.views;d!==null&&(t.setRenderTargetFramebuffer(w,d.framebuffer),t.setRenderTarget(w));let Et=!1;_t.length!==k.cameras.length&&(k.cameras.length=0,Et=!0);for(let Vt=0;Vt<_t.length;Vt++){let he=_t[Vt],ae=null;if(d!==null)ae=d.getViewport(he);else{let We=f.getViewSubImage(u,he);ae=We.viewport,Vt===0&&(t.setRenderTargetTextures(w,We.colorTexture,We.depthStencilTexture),t.setRenderTarget(w))}let ne=z[Vt];ne===void 0&&(ne=new Vn,ne.layers.enable(Vt),ne.viewport=new qe,z[Vt]=ne),ne.matrix.fromArray(he.transform.matrix),ne.matrix.decompose(ne.position,ne.quaternion,ne.scale),ne.projectionMatrix.fromArray(he.projectionMatrix),ne.projectionMatrixInverse.copy(ne.projectionMatrix).invert(),ne.viewport.set(ae.x,ae.y,ae.width,ae.height),Vt===0&&(k.matrix.copy(ne.matrix),k.matrix.decompose(k.position,k.quaternion,k.scale)),Et===!0&&k.cameras.push(ne)}let St=s.enabledFeatures;if(St&&St.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){f=n.getBinding();let Vt=f.getDepthInformation(_t[0]);Vt&&Vt.isValid&&Vt.texture&&m.init(Vt,s.renderState)}if(St&&St.includes("camera-access")&&v){t.state.unbindTexture(),f=n.getBinding();for(let Vt=0;Vt<_t.length;Vt++){let he=_t[Vt].camera;if(he){let ae=p[he];ae||(ae=new Go,p[he]=ae);let ne=f.getCameraImage(he);ae.sourceTexture=ne}}}}for(let _t=0;_t<C.length;_t++){let Et=E[_t],St=C[_t];Et!==null&&St!==void 0&&St.update(Et,pt,c||o)}it&&it(Q,pt),pt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:pt}),g=null}let ht=new fg;ht.setAnimationLoop(ut),this.setAnimationLoop=function(Q){it=Q},this.dispose=function(){}}},Wb=new Oe,Mg=new ee;Mg.set(-1,0,0,0,1,0,0,0,1);function Xb(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,zu(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,y,A,w){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),f(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),u(m,p),p.isMeshPhysicalMaterial&&d(m,p,w)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),v(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,y,A):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Hn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Hn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let y=t.get(p),A=y.envMap,w=y.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(Wb.makeRotationFromEuler(w)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Mg),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,y,A){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*y,m.scale.value=A*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function f(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function u(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function d(m,p,y){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,e(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Hn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function v(m,p){let y=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function qb(i,t,e,n){let s={},r={};function o(y,A){let w=A.program;n.uniformBlockBinding(y,w,s[y.id])}function a(y,A){let w=s[y.id];w===void 0&&(g(y),w=l(y),s[y.id]=w,y.addEventListener("dispose",m));let C=A.program;n.updateUBOMapping(y,C);let E=t.render.frame;r[y.id]!==E&&(c(y),r[y.id]=E)}function l(y){let A=i.createBuffer(),w=y.__size,C=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,w,C),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(y){let A=s[y.id],w=y.uniforms,C=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let E=0,x=w.length;E<x;E++){let T=w[E];if(Array.isArray(T))for(let U=0,I=T.length;U<I;U++)h(T[U],E,U,C);else h(T,E,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,A,w,C){if(u(y,A,w,C)===!0){let E=y.__offset,x=y.value;if(Array.isArray(x)){let T=0;for(let U=0;U<x.length;U++){let I=x[U],L=v(I,!0);f(I,y.__data,T),T+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else f(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,E,y.__data)}}function f(y,A,w){typeof y=="number"||typeof y=="boolean"?A[w]=y:y.isMatrix3?(A[w]=y.elements[0],A[w+1]=y.elements[1],A[w+2]=y.elements[2],A[w+3]=0,A[w+4]=y.elements[3],A[w+5]=y.elements[4],A[w+6]=y.elements[5],A[w+7]=0,A[w+8]=y.elements[6],A[w+9]=y.elements[7],A[w+10]=y.elements[8],A[w+11]=0):ArrayBuffer.isView(y)?A.set(y.subarray(0,A.length-w),w):y.toArray(A,w)}function u(y,A,w,C){let E=y.value,x=A+"_"+w;if(Array.isArray(E)){C[x]===void 0&&(C[x]=[]);let T=C[x],U=!1;for(let I=0;I<E.length;I++)d(E[I],T,I)===!0&&(U=!0);return U}return d(E,C,x)}function d(y,A,w){if(A[w]===void 0)return typeof y=="number"||typeof y=="boolean"?A[w]=y:ArrayBuffer.isView(y)?A[w]=y.slice():A[w]=y.clone(),!0;{let C=A[w];if(typeof y=="number"||typeof y=="boolean"){if(C!==y)return A[w]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(C.equals(y)===!1)return C.copy(y),!0}}return!1}function g(y){let A=y.uniforms,w=0,C=16;for(let x=0,T=A.length;x<T;x++){let U=Array.isArray(A[x])?A[x]:[A[x]];for(let I=0,L=U.length;I<L;I++){let z=U[I],k=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(A[x])||Array.isArray(z.value),W=w;for(let G=0,lt=k.length;G<lt;G++){let J=k[G],j=v(J,N),it=w%C,ut=it%j.boundary,ht=it+ut;w+=ut,ht!==0&&C-ht<j.storage&&(w+=C-ht),G===0&&(W=w),w+=j.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((w-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let E=w%C;return E>0&&(w+=C-E),y.__size=w,y.__cache={},this}function v(y,A){let w={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(w.boundary=4,w.storage=4):y.isVector2?(w.boundary=8,w.storage=8):y.isVector3||y.isColor?(w.boundary=16,w.storage=12):y.isVector4?(w.boundary=16,w.storage=16):y.isMatrix3?(w.boundary=16,w.storage=48):y.isMatrix4?(w.boundary=16,w.storage=64):y.isTexture?qt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(w.boundary=16,w.storage=y.byteLength):qt("WebGLRenderer: Unsupported uniform value type.",y),A===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function m(y){let A=y.target;A.removeEventListener("dispose",m),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function p(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:p}}var Yb=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Xi=null;function Zb(){return Xi===null&&(Xi=new Sl(Yb,16,16,zs,Ri),Xi.name="DFG_LUT",Xi.minFilter=Gn,Xi.magFilter=Gn,Xi.wrapS=ki,Xi.wrapT=ki,Xi.generateMipmaps=!1,Xi.needsUpdate=!0),Xi}var Pc=class{constructor(t={}){let{canvas:e=Um(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:f=!1,reversedDepthBuffer:u=!1,outputBufferType:d=qn}=t;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=d,m=new Set([$l,Zl,Yl]),p=new Set([qn,Ei,io,sr,Xl,ql]),y=new Uint32Array(4),A=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},C=null,E=null,x=[],T=[],U=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Wi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,L=!1,z=null,k=null,N=null,W=null;this._outputColorSpace=ii;let Y=0,G=0,lt=null,J=-1,j=null,it=new qe,ut=new qe,ht=null,Q=new Zt(0),pt=0,_t=e.width,Et=e.height,St=1,Ht=null,se=null,Vt=new qe(0,0,_t,Et),he=new qe(0,0,_t,Et),ae=!1,ne=new Ps,We=new Ml,Fe=!1,nn=!1,Pe=new Oe,xn=new H,ye=new qe,un={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ze=!1;function sn(){return lt===null?St:1}let O=n;function Rt(b,B){return e.getContext(b,B)}let Yt,re,Mt,Le,kt,Xt,R,S,X,ct,rt,gt,xt,tt,nt,dt,F,st,et,bt,mt,vt,Gt;try{let b={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:f};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ot,!1),e.addEventListener("webglcontextrestored",jt,!1),e.addEventListener("webglcontextcreationerror",At,!1),O===null){let B="webgl2";if(O=Rt(B,b),O===null)throw Rt(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Kt()}catch(b){throw e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",At,!1),Qt("WebGLRenderer: "+b.message),b}function Kt(){Yt=new rM(O),Yt.init(),mt=new Vb(O,Yt),re=new ZS(O,Yt,t,mt),Mt=new zb(O,Yt),re.reversedDepthBuffer&&u&&Mt.buffers.depth.setReversed(!0),k=O.createFramebuffer(),N=O.createFramebuffer(),W=O.createFramebuffer(),Le=new lM(O),kt=new Tb,Xt=new kb(O,Yt,Mt,kt,re,mt,Le),R=new sM(I),S=new hy(O),vt=new qS(O,S),X=new oM(O,S,Le,vt),ct=new hM(O,X,S,vt,Le),st=new cM(O,re,Xt),nt=new $S(kt),rt=new wb(I,R,Yt,re,vt,nt),gt=new Xb(I,kt),xt=new Ab,tt=new Db(Yt),F=new XS(I,R,Mt,ct,g,l),dt=new Bb(I,ct,re),Gt=new qb(O,Le,re,Mt),et=new YS(O,Yt,Le),bt=new aM(O,Yt,Le),Le.programs=rt.programs,I.capabilities=re,I.extensions=Yt,I.properties=kt,I.renderLists=xt,I.shadowMap=dt,I.state=Mt,I.info=Le}v!==qn&&(U=new fM(v,e.width,e.height,a,s,r));let at=new ju(I,O);this.xr=at,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let b=Yt.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=Yt.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return St},this.setPixelRatio=function(b){b!==void 0&&(St=b,this.setSize(_t,Et,!1))},this.getSize=function(b){return b.set(_t,Et)},this.setSize=function(b,B,K=!0){if(at.isPresenting){qt("WebGLRenderer: Can't change size while VR device is presenting.");return}_t=b,Et=B,e.width=Math.floor(b*St),e.height=Math.floor(B*St),K===!0&&(e.style.width=b+"px",e.style.height=B+"px"),U!==null&&U.setSize(e.width,e.height),this.setViewport(0,0,b,B)},this.getDrawingBufferSize=function(b){return b.set(_t*St,Et*St).floor()},this.setDrawingBufferSize=function(b,B,K){_t=b,Et=B,St=K,e.width=Math.floor(b*K),e.height=Math.floor(B*K),this.setViewport(0,0,b,B)},this.setEffects=function(b){if(v===qn){Qt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let B=0;B<b.length;B++)if(b[B].isOutputPass===!0){qt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}U.setEffects(b||[])},this.getCurrentViewport=function(b){return b.copy(it)},this.getViewport=function(b){return b.copy(Vt)},this.setViewport=function(b,B,K,q){b.isVector4?Vt.set(b.x,b.y,b.z,b.w):Vt.set(b,B,K,q),Mt.viewport(it.copy(Vt).multiplyScalar(sn()).round())},this.getScissor=function(b){return b.copy(he)},this.setScissor=function(b,B,K,q){b.isVector4?he.set(b.x,b.y,b.z,b.w):he.set(b,B,K,q),Mt.scissor(ut.copy(he).multiplyScalar(sn()).round())},this.getScissorTest=function(){return ae},this.setScissorTest=function(b){Mt.setScissorTest(ae=b)},this.setOpaqueSort=function(b){Ht=b},this.setTransparentSort=function(b){se=b},this.getClearColor=function(b){return b.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(b=!0,B=!0,K=!0){let q=0;if(b){let Z=!1;if(lt!==null){let wt=lt.texture.format;Z=m.has(wt)}if(Z){let wt=lt.texture.type,Ct=p.has(wt),Tt=F.getClearColor(),Pt=F.getClearAlpha(),zt=Tt.r,te=Tt.g,ue=Tt.b;Ct?(y[0]=zt,y[1]=te,y[2]=ue,y[3]=Pt,O.clearBufferuiv(O.COLOR,0,y)):(A[0]=zt,A[1]=te,A[2]=ue,A[3]=Pt,O.clearBufferiv(O.COLOR,0,A))}else q|=O.COLOR_BUFFER_BIT}B&&(q|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(q|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&O.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),z=b},this.dispose=function(){e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",At,!1),F.dispose(),xt.dispose(),tt.dispose(),Xt.dispose(),kt.dispose(),R.dispose(),ct.dispose(),X.dispose(),vt.dispose(),Gt.dispose(),rt.dispose(),at.dispose(),at.removeEventListener("sessionstart",da),at.removeEventListener("sessionend",Pi),Yi.stop()};function Ot(b){b.preventDefault(),Nu("WebGLRenderer: Context Lost."),L=!0}function jt(){Nu("WebGLRenderer: Context Restored."),L=!1;let b=Le.autoReset,B=dt.enabled,K=dt.autoUpdate,q=dt.needsUpdate,Z=dt.type;Kt(),Le.autoReset=b,dt.enabled=B,dt.autoUpdate=K,dt.needsUpdate=q,dt.type=Z}function At(b){Qt("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function oe(b){let B=b.target;B.removeEventListener("dispose",oe),Be(B)}function Be(b){Nn(b),kt.remove(b)}function Nn(b){let B=kt.get(b).programs;B!==void 0&&(B.forEach(function(K){rt.releaseProgram(K)}),b.isShaderMaterial&&rt.releaseShaderCache(b))}this.renderBufferDirect=function(b,B,K,q,Z,wt){B===null&&(B=un);let Ct=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Tt=ho(b,B,K,q,Z);Mt.setMaterial(q,Ct);let Pt=K.index,zt=1;if(q.wireframe===!0){if(Pt=X.getWireframeAttribute(K),Pt===void 0)return;zt=2}let te=K.drawRange,ue=K.attributes.position,Bt=te.start*zt,fe=(te.start+te.count)*zt;wt!==null&&(Bt=Math.max(Bt,wt.start*zt),fe=Math.min(fe,(wt.start+wt.count)*zt)),Pt!==null?(Bt=Math.max(Bt,0),fe=Math.min(fe,Pt.count)):ue!=null&&(Bt=Math.max(Bt,0),fe=Math.min(fe,ue.count));let Ye=fe-Bt;if(Ye<0||Ye===1/0)return;vt.setup(Z,q,Tt,K,Pt);let Ae,Re=et;if(Pt!==null&&(Ae=S.get(Pt),Re=bt,Re.setIndex(Ae)),Z.isMesh)q.wireframe===!0?(Mt.setLineWidth(q.wireframeLinewidth*sn()),Re.setMode(O.LINES)):Re.setMode(O.TRIANGLES);else if(Z.isLine){let fn=q.linewidth;fn===void 0&&(fn=1),Mt.setLineWidth(fn*sn()),Z.isLineSegments?Re.setMode(O.LINES):Z.isLineLoop?Re.setMode(O.LINE_LOOP):Re.setMode(O.LINE_STRIP)}else Z.isPoints?Re.setMode(O.POINTS):Z.isSprite&&Re.setMode(O.TRIANGLES);if(Z.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Re.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let fn=Z._multiDrawStarts,Nt=Z._multiDrawCounts,rn=Z._multiDrawCount,me=Pt?S.get(Pt).bytesPerElement:1,$i=kt.get(q).currentProgram.getUniforms();for(let on=0;on<rn;on++)$i.setValue(O,"_gl_DrawID",on),Re.render(fn[on]/me,Nt[on])}else if(Z.isInstancedMesh)Re.renderInstances(Bt,Ye,Z.count);else if(K.isInstancedBufferGeometry){let fn=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Nt=Math.min(K.instanceCount,fn);Re.renderInstances(Bt,Ye,Nt)}else Re.render(Bt,Ye)};function ao(b,B,K,q){z!==null&&b.isNodeMaterial&&z.setObject(q,b),Fe===!0&&nt.setState(b,K,!1),b.transparent===!0&&b.side===li&&b.forceSinglePass===!1?(b.side=Hn,b.needsUpdate=!0,Ii(b,B,q),b.side=Bs,b.needsUpdate=!0,Ii(b,B,q),b.side=li):Ii(b,B,q)}this.compile=function(b,B,K=null){K===null&&(K=b),z!==null&&z.renderStart(b,B,K),E=tt.get(K),E.init(B),T.push(E),K.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(E.pushLight(Z),Z.castShadow&&E.pushShadow(Z))}),b!==K&&b.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(E.pushLight(Z),Z.castShadow&&E.pushShadow(Z))}),E.setupLights(),z!==null&&z.updateLights(E.state.lightsArray),nn=this.localClippingEnabled,Fe=nt.init(this.clippingPlanes,nn),Fe===!0&&nt.setGlobalState(this.clippingPlanes,B),z!==null&&dt.render(E.state.shadowsArray,K,B);let q=new Set;return b.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let wt=Z.material;if(wt)if(Array.isArray(wt))for(let Ct=0;Ct<wt.length;Ct++){let Tt=wt[Ct];ao(Tt,K,B,Z),q.add(Tt)}else ao(wt,K,B,Z),q.add(wt)}),E=T.pop(),z!==null&&z.renderEnd(),q},this.compileAsync=function(b,B,K=null){let q=this.compile(b,B,K);return new Promise(Z=>{function wt(){if(q.forEach(function(Ct){let Pt=kt.get(Ct).currentProgram;(Pt===void 0||Pt.isReady())&&q.delete(Ct)}),q.size===0){Z(b);return}setTimeout(wt,10)}Yt.get("KHR_parallel_shader_compile")!==null?wt():setTimeout(wt,10)})};let or=null;function zc(b){or&&or(b)}function da(){Yi.stop()}function Pi(){Yi.start()}let Yi=new fg;Yi.setAnimationLoop(zc),typeof self<"u"&&Yi.setContext(self),this.setAnimationLoop=function(b){or=b,at.setAnimationLoop(b),b===null?Yi.stop():Yi.start()},at.addEventListener("sessionstart",da),at.addEventListener("sessionend",Pi),this.render=function(b,B){if(B!==void 0&&B.isCamera!==!0){Qt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;z!==null&&z.renderStart(b,B);let K=at.enabled===!0&&at.isPresenting===!0,q=U!==null&&(lt===null||K)&&U.begin(I,lt);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),at.enabled===!0&&at.isPresenting===!0&&(U===null||U.isCompositing()===!1)&&(at.cameraAutoUpdate===!0&&at.updateCamera(B),B=at.getCamera()),b.isScene===!0&&b.onBeforeRender(I,b,B,lt),E=tt.get(b,T.length),E.init(B),E.state.textureUnits=Xt.getTextureUnits(),T.push(E),Pe.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?We.setFromArrayCamera(B):ne.setFromProjectionMatrix(Pe,pi,B.reversedDepth),nn=this.localClippingEnabled,Fe=nt.init(this.clippingPlanes,nn),C=xt.get(b,x.length),C.init(),x.push(C),this.info.render.frame++,at.enabled===!0&&at.isPresenting===!0){let Ct=I.xr.getDepthSensingMesh();Ct!==null&&Zi(Ct,B,-1/0,I.sortObjects)}Zi(b,B,0,I.sortObjects),C.finish(),z!==null&&z.updateLights(E.state.lightsArray),I.sortObjects===!0&&C.sort(Ht,se),Ze=at.enabled===!1||at.isPresenting===!1||at.hasDepthSensing()===!1,Ze&&F.addToRenderList(C,b),this.info.autoReset===!0&&this.info.reset(),Fe===!0&&nt.beginShadows();let Z=E.state.shadowsArray;if(dt.render(Z,b,B),Fe===!0&&nt.endShadows(),(q&&U.hasRenderPass())===!1){let Ct=C.opaque,Tt=C.transmissive;if(E.setupLights(),B.isArrayCamera){let Pt=B.cameras;if(Tt.length>0)for(let zt=0,te=Pt.length;zt<te;zt++){let ue=Pt[zt];gi(Ct,Tt,b,ue)}Ze&&F.render(b);for(let zt=0,te=Pt.length;zt<te;zt++){let ue=Pt[zt];lo(C,b,ue,ue.viewport)}}else Tt.length>0&&gi(Ct,Tt,b,B),Ze&&F.render(b),lo(C,b,B)}lt!==null&&G===0&&(Xt.updateMultisampleRenderTarget(lt),Xt.updateRenderTargetMipmap(lt)),q&&U.end(I),b.isScene===!0&&b.onAfterRender(I,b,B),vt.resetDefaultState(),J=-1,j=null,T.pop(),T.length>0?(E=T[T.length-1],Xt.setTextureUnits(E.state.textureUnits),Fe===!0&&nt.setGlobalState(I.clippingPlanes,E.state.camera)):E=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,z!==null&&z.renderEnd()};function Zi(b,B,K,q){if(b.visible===!1)return;if(b.layers.test(B.layers)){if(b.isGroup)K=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(B);else if(b.isLight)E.pushLight(b),b.castShadow&&E.pushShadow(b);else if(b.isSprite){let Ct=B.isArrayCamera?We:ne;if(!b.frustumCulled||b.intersectsFrustum(Ct)){q&&ye.setFromMatrixPosition(b.matrixWorld).applyMatrix4(Pe);let Tt=ct.update(b),Pt=b.material;Pt.visible&&C.push(b,Tt,Pt,K,ye.z,null,B)}}else if(b.isMesh||b.isLine||b.isPoints){let Ct=B.isArrayCamera?We:ne;if(!b.frustumCulled||b.intersectsFrustum(Ct)){let Tt=ct.update(b),Pt=b.material;if(q&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),ye.copy(b.boundingSphere.center)):(Tt.boundingSphere===null&&Tt.computeBoundingSphere(),ye.copy(Tt.boundingSphere.center)),ye.applyMatrix4(b.matrixWorld).applyMatrix4(Pe)),Array.isArray(Pt)){let zt=Tt.groups;for(let te=0,ue=zt.length;te<ue;te++){let Bt=zt[te],fe=Pt[Bt.materialIndex];fe&&fe.visible&&C.push(b,Tt,fe,K,ye.z,Bt,B)}}else Pt.visible&&C.push(b,Tt,Pt,K,ye.z,null,B)}}}let wt=b.children;for(let Ct=0,Tt=wt.length;Ct<Tt;Ct++)Zi(wt[Ct],B,K,q)}function lo(b,B,K,q){let{opaque:Z,transmissive:wt,transparent:Ct}=b;E.setupLightsView(K),Fe===!0&&nt.setGlobalState(I.clippingPlanes,K),q&&Mt.viewport(it.copy(q)),Z.length>0&&$e(Z,B,K),wt.length>0&&$e(wt,B,K),Ct.length>0&&$e(Ct,B,K),Mt.buffers.depth.setTest(!0),Mt.buffers.depth.setMask(!0),Mt.buffers.color.setMask(!0),Mt.setPolygonOffset(!1)}function gi(b,B,K,q){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[q.id]===void 0){let Bt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[q.id]=new oi(1,1,{generateMipmaps:!0,type:Bt?Ri:qn,minFilter:us,samples:Math.max(4,re.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_e.workingColorSpace})}let wt=E.state.transmissionRenderTarget[q.id],Ct=q.viewport||it;wt.setSize(Ct.z*I.transmissionResolutionScale,Ct.w*I.transmissionResolutionScale);let Tt=I.getRenderTarget(),Pt=I.getActiveCubeFace(),zt=I.getActiveMipmapLevel();I.setRenderTarget(wt),I.getClearColor(Q),pt=I.getClearAlpha(),pt<1&&I.setClearColor(16777215,.5),I.clear(),Ze&&F.render(K);let te=I.toneMapping;I.toneMapping=Wi;let ue=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),E.setupLightsView(q),Fe===!0&&nt.setGlobalState(I.clippingPlanes,q),$e(b,K,q),Xt.updateMultisampleRenderTarget(wt),Xt.updateRenderTargetMipmap(wt),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Bt=!1;for(let fe=0,Ye=B.length;fe<Ye;fe++){let Ae=B[fe],{object:Re,geometry:fn,material:Nt,group:rn}=Ae;if(Nt.side===li&&Re.layers.test(q.layers)){let me=Nt.side;Nt.side=Hn,Nt.needsUpdate=!0,Qe(Re,K,q,fn,Nt,rn),Nt.side=me,Nt.needsUpdate=!0,Bt=!0}}Bt===!0&&(Xt.updateMultisampleRenderTarget(wt),Xt.updateRenderTargetMipmap(wt))}I.setRenderTarget(Tt,Pt,zt),I.setClearColor(Q,pt),ue!==void 0&&(q.viewport=ue),I.toneMapping=te}function $e(b,B,K){let q=B.isScene===!0?B.overrideMaterial:null;for(let Z=0,wt=b.length;Z<wt;Z++){let Ct=b[Z],{object:Tt,geometry:Pt,group:zt}=Ct,te=Ct.material;te.allowOverride===!0&&q!==null&&(te=q),Tt.layers.test(K.layers)&&Qe(Tt,B,K,Pt,te,zt)}}function Qe(b,B,K,q,Z,wt){z!==null&&Z.isNodeMaterial&&z.setObject(b,Z),b.onBeforeRender(I,B,K,q,Z,wt),b.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),Z.onBeforeRender(I,B,K,q,b,wt),Z.transparent===!0&&Z.side===li&&Z.forceSinglePass===!1?(Z.side=Hn,Z.needsUpdate=!0,I.renderBufferDirect(K,B,q,Z,b,wt),Z.side=Bs,Z.needsUpdate=!0,I.renderBufferDirect(K,B,q,Z,b,wt),Z.side=li):I.renderBufferDirect(K,B,q,Z,b,wt),b.onAfterRender(I,B,K,q,Z,wt)}function tn(b){let B=0;for(let K of b)K.texture!==null&&B++;return B}function Ii(b,B,K){B.isScene!==!0&&(B=un);let q=kt.get(b),Z=E.state.lights,wt=E.state.shadowsArray,Ct=Z.state.version,Tt=rt.getParameters(b,Z.state,wt,B,K,E.state.lightProbeGridArray),Pt=rt.getProgramCacheKey(Tt),zt=q.programs;q.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?B.environment:null,q.fog=B.fog;let te=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;q.envMap=R.get(b.envMap||q.environment,te),q.envMapRotation=q.environment!==null&&b.envMap===null?B.environmentRotation:b.envMapRotation,zt===void 0&&(b.addEventListener("dispose",oe),zt=new Map,q.programs=zt,q.programVariants=new Map);let ue=zt.get(Pt);if(ue!==void 0){if(q.currentProgram===ue&&q.lightsStateVersion===Ct)return co(b,Tt),ue}else Tt.uniforms=rt.getUniforms(b),z!==null&&b.isNodeMaterial&&z.build(b,K,Tt),b.onBeforeCompile(Tt,I),ue=rt.acquireProgram(Tt,Pt),zt.set(Pt,ue),q.uniforms=Tt.uniforms;let Bt=q.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Bt.clippingPlanes=nt.uniform),co(b,Tt),q.needsLights=ms(b),q.lightsStateVersion=Ct,q.needsLights&&(Bt.ambientLightColor.value=Z.state.ambient,Bt.lightProbe.value=Z.state.probe,Bt.sunLights.value=Z.state.sun,Bt.sunLightShadows.value=Z.state.sunShadow,Bt.directionalLights.value=Z.state.directional,Bt.directionalLightShadows.value=Z.state.directionalShadow,Bt.spotLights.value=Z.state.spot,Bt.spotLightShadows.value=Z.state.spotShadow,Bt.rectAreaLights.value=Z.state.rectArea,Bt.ltc_1.value=Z.state.rectAreaLTC1,Bt.ltc_2.value=Z.state.rectAreaLTC2,Bt.pointLights.value=Z.state.point,Bt.pointLightShadows.value=Z.state.pointShadow,Bt.hemisphereLights.value=Z.state.hemi,Bt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Bt.sunShadowCascade.value=Z.state.sunShadowCascade,Bt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Bt.spotLightMatrix.value=Z.state.spotLightMatrix,Bt.spotLightMap.value=Z.state.spotLightMap,Bt.pointShadowMatrix.value=Z.state.pointShadowMatrix),q.numLightProbeGrids=tn(E.state.lightProbeGridArray),q.currentProgram=ue,q.uniformsList=null,ue}function Zn(b,B,K,q,Z){let wt=kt.get(b),Ct=wt.currentProgram.id+","+q+","+Z,Tt=wt.programVariants.get(Ct);return Tt===void 0?(Tt=Ii(b,B,K),wt.programVariants.set(Ct,Tt)):(wt.currentProgram=Tt,wt.uniformsList=null,wt.outputColorSpace=q,wt.toneMapping=Z),Tt}function ps(b){if(b.uniformsList===null){let B=b.currentProgram.getUniforms();b.uniformsList=ro.seqWithValue(B.seq,b.uniforms)}return b.uniformsList}function co(b,B){let K=kt.get(b);K.outputColorSpace=B.outputColorSpace,K.batching=B.batching,K.batchingColor=B.batchingColor,K.instancing=B.instancing,K.instancingColor=B.instancingColor,K.instancingMorph=B.instancingMorph,K.skinning=B.skinning,K.morphTargets=B.morphTargets,K.morphNormals=B.morphNormals,K.morphColors=B.morphColors,K.morphTargetsCount=B.morphTargetsCount,K.numClippingPlanes=B.numClippingPlanes,K.numIntersection=B.numClipIntersection,K.vertexAlphas=B.vertexAlphas,K.vertexTangents=B.vertexTangents,K.toneMapping=B.toneMapping}function ho(b,B,K,q,Z){B.isScene!==!0&&(B=un),Xt.resetTextureUnits();let wt=B.fog,Ct=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?B.environment:null,Tt=lt===null?I.outputColorSpace:lt.isXRRenderTarget===!0?lt.texture.colorSpace:_e.workingColorSpace,Pt=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,zt=R.get(q.envMap||Ct,Pt),te=q.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,ue=!!K.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),Bt=!!K.morphAttributes.position,fe=!!K.morphAttributes.normal,Ye=!!K.morphAttributes.color,Ae=Wi;q.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Ae=I.toneMapping);let Re=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,fn=Re!==void 0?Re.length:0,Nt=kt.get(q),rn=E.state.lights;if(Fe===!0&&(nn===!0||b!==j)){let Ce=b===j&&q.id===J;nt.setState(q,b,Ce)}let me=!1,$i=!1;q.version===Nt.__version?Nt.needsLights&&Nt.lightsStateVersion!==rn.state.version||Z.isBatchedMesh&&Nt.batching===!1||!Z.isBatchedMesh&&Nt.batching===!0||Z.isBatchedMesh&&Nt.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Nt.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Nt.instancing===!1||!Z.isInstancedMesh&&Nt.instancing===!0||Z.isSkinnedMesh&&Nt.skinning===!1||!Z.isSkinnedMesh&&Nt.skinning===!0||Z.isInstancedMesh&&Nt.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Nt.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Nt.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Nt.instancingMorph===!1&&Z.morphTexture!==null||Nt.envMap!==zt||q.fog===!0&&Nt.fog!==wt||Nt.numClippingPlanes!==void 0&&(Nt.numClippingPlanes!==nt.numPlanes||Nt.numIntersection!==nt.numIntersection)||Nt.vertexAlphas!==te||Nt.vertexTangents!==ue||Nt.morphTargets!==Bt||Nt.morphNormals!==fe||Nt.morphColors!==Ye||Nt.morphTargetsCount!==fn||Nt.numLightProbeGrids!==tn(E.state.lightProbeGridArray)?me=!0:(Nt.outputColorSpace!==Tt||Nt.toneMapping!==Ae)&&($i=!0):(me=!0,Nt.__version=q.version);let on=Nt.currentProgram;(me===!0||$i===!0)&&(on=$i===!0?Zn(q,B,Z,Tt,Ae):Ii(q,B,Z),z&&q.isNodeMaterial&&z.onUpdateProgram(q,on,Nt));let cr=!1,Li=!1,Ji=!1,le=on.getUniforms(),Je=Nt.uniforms;if(Mt.useProgram(on.program)&&(cr=!0,Li=!0,Ji=!0),q.id!==J&&(J=q.id,Li=!0),cr||j!==b){Mt.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),le.setValue(O,"projectionMatrix",b.projectionMatrix),le.setValue(O,"viewMatrix",b.matrixWorldInverse);let an=le.map.cameraPosition;an!==void 0&&an.setValue(O,xn.setFromMatrixPosition(b.matrixWorld)),re.logarithmicDepthBuffer&&le.setValue(O,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&le.setValue(O,"isOrthographic",b.isOrthographicCamera===!0),j!==b&&(j=b,Li=!0,Ji=!0)}if(Nt.needsLights&&(rn.state.sunShadowMap.length>0&&le.setValue(O,"sunShadowMap",rn.state.sunShadowMap,Xt),rn.state.directionalShadowMap.length>0&&le.setValue(O,"directionalShadowMap",rn.state.directionalShadowMap,Xt),rn.state.spotShadowMap.length>0&&le.setValue(O,"spotShadowMap",rn.state.spotShadowMap,Xt),rn.state.pointShadowMap.length>0&&le.setValue(O,"pointShadowMap",rn.state.pointShadowMap,Xt)),Z.isSkinnedMesh){le.setOptional(O,Z,"bindMatrix"),le.setOptional(O,Z,"bindMatrixInverse");let Ce=Z.skeleton;Ce&&(Ce.boneTexture===null&&Ce.computeBoneTexture(),le.setValue(O,"boneTexture",Ce.boneTexture,Xt))}Z.isBatchedMesh&&(le.setOptional(O,Z,"batchingTexture"),le.setValue(O,"batchingTexture",Z._matricesTexture,Xt),le.setOptional(O,Z,"batchingIdTexture"),le.setValue(O,"batchingIdTexture",Z._indirectTexture,Xt),le.setOptional(O,Z,"batchingColorTexture"),Z._colorsTexture!==null&&le.setValue(O,"batchingColorTexture",Z._colorsTexture,Xt));let Un=K.morphAttributes;if((Un.position!==void 0||Un.normal!==void 0||Un.color!==void 0)&&st.update(Z,K,on),(Li||Nt.receiveShadow!==Z.receiveShadow)&&(Nt.receiveShadow=Z.receiveShadow,le.setValue(O,"receiveShadow",Z.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&B.environment!==null&&(Je.envMapIntensity.value=B.environmentIntensity),Je.dfgLUT!==void 0&&(Je.dfgLUT.value=Zb()),Li){if(le.setValue(O,"toneMappingExposure",I.toneMappingExposure),Nt.needsLights&&ar(Je,Ji),wt&&q.fog===!0&&gt.refreshFogUniforms(Je,wt),gt.refreshMaterialUniforms(Je,q,St,Et,E.state.transmissionRenderTarget[b.id]),Nt.needsLights&&Nt.numLightProbeGrids>0){let Ce=w,an=0;for(let Cn of E.state.lightProbeGridArray)Cn.texture!==null&&(Ce.textures[an]=Cn.texture,Ce.min[an]=Cn.boundingBox.min,Ce.max[an]=Cn.boundingBox.max,Ce.resolution[an]=Cn.resolution,an++);for(let Cn in Ce)Ce[Cn].length=an;Je.probesSH.value=Ce.textures,Je.probesMin.value=Ce.min,Je.probesMax.value=Ce.max,Je.probesResolution.value=Ce.resolution}ro.upload(O,ps(Nt),Je,Xt)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(ro.upload(O,ps(Nt),Je,Xt),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&le.setValue(O,"center",Z.center),le.setValue(O,"modelViewMatrix",Z.modelViewMatrix),le.setValue(O,"normalMatrix",Z.normalMatrix),le.setValue(O,"modelMatrix",Z.matrixWorld),q.uniformsGroups!==void 0){let Ce=q.uniformsGroups;for(let an=0,Cn=Ce.length;an<Cn;an++){let pa=Ce[an];Gt.update(pa,on),Gt.bind(pa,on)}}return on}function ar(b,B){b.ambientLightColor.needsUpdate=B,b.lightProbe.needsUpdate=B,b.sunLights.needsUpdate=B,b.sunLightShadows.needsUpdate=B,b.directionalLights.needsUpdate=B,b.directionalLightShadows.needsUpdate=B,b.pointLights.needsUpdate=B,b.pointLightShadows.needsUpdate=B,b.spotLights.needsUpdate=B,b.spotLightShadows.needsUpdate=B,b.rectAreaLights.needsUpdate=B,b.hemisphereLights.needsUpdate=B}function ms(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(b,B,K){let q=kt.get(b);q.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),kt.get(b.texture).__webglTexture=B,kt.get(b.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:K,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,B){let K=kt.get(b);K.__webglFramebuffer=B,K.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(b,B=0,K=0){lt=b,Y=B,G=K;let q=null,Z=!1,wt=!1;if(b){let Tt=kt.get(b);if(Tt.__useDefaultFramebuffer!==void 0){Mt.bindFramebuffer(O.FRAMEBUFFER,Tt.__webglFramebuffer),it.copy(b.viewport),ut.copy(b.scissor),ht=b.scissorTest,Mt.viewport(it),Mt.scissor(ut),Mt.setScissorTest(ht),J=-1;return}else if(Tt.__webglFramebuffer===void 0)Xt.setupRenderTarget(b);else if(Tt.__hasExternalTextures)Xt.rebindTextures(b,kt.get(b.texture).__webglTexture,kt.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let te=b.depthTexture;if(Tt.__boundDepthTexture!==te){if(te!==null&&kt.has(te)&&(b.width!==te.image.width||b.height!==te.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xt.setupDepthRenderbuffer(b)}}let Pt=b.texture;(Pt.isData3DTexture||Pt.isDataArrayTexture||Pt.isCompressedArrayTexture)&&(wt=!0);let zt=kt.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(zt[B])?q=zt[B][K]:q=zt[B],Z=!0):b.samples>0&&Xt.useMultisampledRTT(b)===!1?q=kt.get(b).__webglMultisampledFramebuffer:Array.isArray(zt)?q=zt[K]:q=zt,it.copy(b.viewport),ut.copy(b.scissor),ht=b.scissorTest}else it.copy(Vt).multiplyScalar(St).floor(),ut.copy(he).multiplyScalar(St).floor(),ht=ae;if(K!==0&&(q=k),Mt.bindFramebuffer(O.FRAMEBUFFER,q)&&Mt.drawBuffers(b,q),Mt.viewport(it),Mt.scissor(ut),Mt.setScissorTest(ht),Z){let Tt=kt.get(b.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+B,Tt.__webglTexture,K)}else if(wt){let Tt=B;for(let Pt=0;Pt<b.textures.length;Pt++){let zt=kt.get(b.textures[Pt]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Pt,zt.__webglTexture,K,Tt)}}else if(b!==null&&K!==0){let Tt=kt.get(b.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Tt.__webglTexture,K)}J=-1};function lr(b){let B=kt.get(b);return(B.__readFormat!==b.format||B.__readType!==b.type)&&(B.__readFormat=b.format,B.__readType=b.type,B.__formatReadable=re.textureFormatReadable(b.format),B.__typeReadable=re.textureTypeReadable(b.type)),B}this.readRenderTargetPixels=function(b,B,K,q,Z,wt,Ct,Tt=0){if(!(b&&b.isWebGLRenderTarget)){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Pt=kt.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Ct!==void 0&&(Pt=Pt[Ct],Array.isArray(Pt)&&(Pt=Pt[0])),Pt){Mt.bindFramebuffer(O.FRAMEBUFFER,Pt);try{let zt=b.textures[Tt],te=zt.format,ue=zt.type;b.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Tt);let Bt=lr(zt);if(Bt.__formatReadable===!1){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Bt.__typeReadable===!1){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=b.width-q&&K>=0&&K<=b.height-Z&&O.readPixels(B,K,q,Z,mt.convert(te),mt.convert(ue),wt)}finally{let zt=lt!==null?kt.get(lt).__webglFramebuffer:null;Mt.bindFramebuffer(O.FRAMEBUFFER,zt)}}},this.readRenderTargetPixelsAsync=async function(b,B,K,q,Z,wt,Ct,Tt=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Pt=kt.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Ct!==void 0&&(Pt=Pt[Ct],Array.isArray(Pt)&&(Pt=Pt[0])),Pt)if(B>=0&&B<=b.width-q&&K>=0&&K<=b.height-Z){Mt.bindFramebuffer(O.FRAMEBUFFER,Pt);let zt=b.textures[Tt],te=zt.format,ue=zt.type;b.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Tt);let Bt=lr(zt);if(Bt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Bt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let fe=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,fe),O.bufferData(O.PIXEL_PACK_BUFFER,wt.byteLength,O.STREAM_READ),O.readPixels(B,K,q,Z,mt.convert(te),mt.convert(ue),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Ye=lt!==null?kt.get(lt).__webglFramebuffer:null;Mt.bindFramebuffer(O.FRAMEBUFFER,Ye);let Ae=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await Om(O,Ae,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,fe),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,wt),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(fe),O.deleteSync(Ae),wt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,B=null,K=0){let q=Math.pow(2,-K),Z=Math.floor(b.image.width*q),wt=Math.floor(b.image.height*q),Ct=B!==null?B.x:0,Tt=B!==null?B.y:0;Xt.setTexture2D(b,0),O.copyTexSubImage2D(O.TEXTURE_2D,K,0,0,Ct,Tt,Z,wt),Mt.unbindTexture()},this.copyTextureToTexture=function(b,B,K=null,q=null,Z=0,wt=0){let Ct,Tt,Pt,zt,te,ue,Bt,fe,Ye,Ae=b.isCompressedTexture?b.mipmaps[wt]:b.image;if(K!==null)Ct=K.max.x-K.min.x,Tt=K.max.y-K.min.y,Pt=K.isBox3?K.max.z-K.min.z:1,zt=K.min.x,te=K.min.y,ue=K.isBox3?K.min.z:0;else{let le=Math.pow(2,-Z);Ct=Math.floor(Ae.width*le),Tt=Math.floor(Ae.height*le),b.isDataArrayTexture?Pt=Ae.depth:b.isData3DTexture?Pt=Math.floor(Ae.depth*le):Pt=1,zt=0,te=0,ue=0}q!==null?(Bt=q.x,fe=q.y,Ye=q.z):(Bt=0,fe=0,Ye=0);let Re=mt.convert(B.format),fn=mt.convert(B.type),Nt;B.isData3DTexture?(Xt.setTexture3D(B,0),Nt=O.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?(Xt.setTexture2DArray(B,0),Nt=O.TEXTURE_2D_ARRAY):(Xt.setTexture2D(B,0),Nt=O.TEXTURE_2D),Mt.activeTexture(O.TEXTURE0),Mt.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,B.flipY),Mt.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),Mt.pixelStorei(O.UNPACK_ALIGNMENT,B.unpackAlignment);let rn=Mt.getParameter(O.UNPACK_ROW_LENGTH),me=Mt.getParameter(O.UNPACK_IMAGE_HEIGHT),$i=Mt.getParameter(O.UNPACK_SKIP_PIXELS),on=Mt.getParameter(O.UNPACK_SKIP_ROWS),cr=Mt.getParameter(O.UNPACK_SKIP_IMAGES);Mt.pixelStorei(O.UNPACK_ROW_LENGTH,Ae.width),Mt.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Ae.height),Mt.pixelStorei(O.UNPACK_SKIP_PIXELS,zt),Mt.pixelStorei(O.UNPACK_SKIP_ROWS,te),Mt.pixelStorei(O.UNPACK_SKIP_IMAGES,ue);let Li=b.isDataArrayTexture||b.isData3DTexture,Ji=B.isDataArrayTexture||B.isData3DTexture;if(b.isDepthTexture){let le=kt.get(b),Je=kt.get(B),Un=kt.get(le.__renderTarget),Ce=kt.get(Je.__renderTarget);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,Un.__webglFramebuffer),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,Ce.__webglFramebuffer);for(let an=0;an<Pt;an++)Li&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,kt.get(b).__webglTexture,Z,ue+an),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,kt.get(B).__webglTexture,wt,Ye+an)),O.blitFramebuffer(zt,te,zt+Ct,te+Tt,Bt,fe,Bt+Ct,fe+Tt,O.DEPTH_BUFFER_BIT,O.NEAREST);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(Z!==0||b.isRenderTargetTexture||kt.has(b)){let le=kt.get(b),Je=kt.get(B);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,N),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,W);for(let Un=0;Un<Pt;Un++)Li?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,le.__webglTexture,Z,ue+Un):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,le.__webglTexture,Z),Ji?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Je.__webglTexture,wt,Ye+Un):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Je.__webglTexture,wt),Z!==0?O.blitFramebuffer(zt,te,zt+Ct,te+Tt,Bt,fe,Bt+Ct,fe+Tt,O.COLOR_BUFFER_BIT,O.NEAREST):Ji?O.copyTexSubImage3D(Nt,wt,Bt,fe,Ye+Un,zt,te,Ct,Tt):O.copyTexSubImage2D(Nt,wt,Bt,fe,zt,te,Ct,Tt);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else Ji?b.isDataTexture||b.isData3DTexture?O.texSubImage3D(Nt,wt,Bt,fe,Ye,Ct,Tt,Pt,Re,fn,Ae.data):B.isCompressedArrayTexture?O.compressedTexSubImage3D(Nt,wt,Bt,fe,Ye,Ct,Tt,Pt,Re,Ae.data):O.texSubImage3D(Nt,wt,Bt,fe,Ye,Ct,Tt,Pt,Re,fn,Ae):b.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,wt,Bt,fe,Ct,Tt,Re,fn,Ae.data):b.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,wt,Bt,fe,Ae.width,Ae.height,Re,Ae.data):O.texSubImage2D(O.TEXTURE_2D,wt,Bt,fe,Ct,Tt,Re,fn,Ae);Mt.pixelStorei(O.UNPACK_ROW_LENGTH,rn),Mt.pixelStorei(O.UNPACK_IMAGE_HEIGHT,me),Mt.pixelStorei(O.UNPACK_SKIP_PIXELS,$i),Mt.pixelStorei(O.UNPACK_SKIP_ROWS,on),Mt.pixelStorei(O.UNPACK_SKIP_IMAGES,cr),wt===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&O.generateMipmap(Nt),Mt.unbindTexture()},this.initRenderTarget=function(b){kt.get(b).__webglFramebuffer===void 0&&Xt.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?Xt.setTextureCube(b,0):b.isData3DTexture?Xt.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Xt.setTexture2DArray(b,0):Xt.setTexture2D(b,0),Mt.unbindTexture()},this.resetState=function(){Y=0,G=0,lt=null,Mt.reset(),vt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return pi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=_e._getDrawingBufferColorSpace(t),e.unpackColorSpace=_e._getUnpackColorSpace()}};var bg={type:"change"},tf={type:"start"},Tg={type:"end"},Dc=new Rs,wg=new si,$b=Math.cos(70*Bu.DEG2RAD),_n=new H,Yn=2*Math.PI,we={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Qu=1e-6,Nc=class extends ta{constructor(t,e=null){super(t,e),this.state=we.NONE,this.target=new H,this.cursor=new H,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Os.ROTATE,MIDDLE:Os.DOLLY,RIGHT:Os.PAN},this.touches={ONE:Hi.ROTATE,TWO:Hi.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new H,this._lastQuaternion=new Tn,this._lastTargetPosition=new H,this._quat=new Tn().setFromUnitVectors(t.up,new H(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Fs,this._sphericalDelta=new Fs,this._scale=1,this._panOffset=new H,this._rotateStart=new $t,this._rotateEnd=new $t,this._rotateDelta=new $t,this._panStart=new $t,this._panEnd=new $t,this._panDelta=new $t,this._dollyStart=new $t,this._dollyEnd=new $t,this._dollyDelta=new $t,this._dollyDirection=new H,this._mouse=new $t,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=Kb.bind(this),this._onPointerDown=Jb.bind(this),this._onPointerUp=jb.bind(this),this._onContextMenu=rw.bind(this),this._onMouseWheel=ew.bind(this),this._onKeyDown=nw.bind(this),this._onTouchStart=iw.bind(this),this._onTouchMove=sw.bind(this),this._onMouseDown=Qb.bind(this),this._onMouseMove=tw.bind(this),this._interceptControlDown=ow.bind(this),this._interceptControlUp=aw.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=we.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(bg),this.update(),this.state=we.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;_n.copy(e).sub(this.target),_n.applyQuaternion(this._quat),this._spherical.setFromVector3(_n),this.autoRotate&&this.state===we.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Yn:n>Math.PI&&(n-=Yn),s<-Math.PI?s+=Yn:s>Math.PI&&(s-=Yn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(_n.setFromSpherical(this._spherical),_n.applyQuaternion(this._quatInverse),e.copy(this.target).add(_n),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=_n.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new H(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new H(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=_n.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Dc.origin.copy(this.object.position),Dc.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Dc.direction))<$b?this.object.lookAt(this.target):(wg.setFromNormalAndCoplanarPoint(this.object.up,this.target),Dc.intersectPlane(wg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Qu||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Qu||this._lastTargetPosition.distanceToSquared(this.target)>Qu?(this.dispatchEvent(bg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?Yn/60*this.autoRotateSpeed*t:Yn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){_n.setFromMatrixColumn(e,0),_n.multiplyScalar(-t),this._panOffset.add(_n)}_panUp(t,e){this.screenSpacePanning===!0?_n.setFromMatrixColumn(e,1):(_n.setFromMatrixColumn(e,0),_n.crossVectors(this.object.up,_n)),_n.multiplyScalar(t),this._panOffset.add(_n)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;_n.copy(s).sub(this.target);let r=_n.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Yn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Yn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(Yn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-Yn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(Yn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-Yn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Yn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Yn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new $t,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function Jb(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function Kb(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function jb(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Tg),this.state=we.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function Qb(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Os.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=we.DOLLY;break;case Os.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=we.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=we.ROTATE}break;case Os.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=we.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=we.PAN}break;default:this.state=we.NONE}this.state!==we.NONE&&this.dispatchEvent(tf)}function tw(i){switch(this.state){case we.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case we.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case we.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function ew(i){this.enabled===!1||this.enableZoom===!1||this.state!==we.NONE||(i.preventDefault(),this.dispatchEvent(tf),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Tg))}function nw(i){this.enabled!==!1&&this._handleKeyDown(i)}function iw(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Hi.ROTATE:if(this.enableRotate===!1){this.state=we.NONE;break}this._handleTouchStartRotate(i),this.state=we.TOUCH_ROTATE;break;case Hi.PAN:if(this.enablePan===!1){this.state=we.NONE;break}this._handleTouchStartPan(i),this.state=we.TOUCH_PAN;break;default:this.state=we.NONE}break;case 2:switch(this.touches.TWO){case Hi.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=we.TOUCH_DOLLY_PAN;break;case Hi.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=we.TOUCH_DOLLY_ROTATE;break;default:this.state=we.NONE}break;default:this.state=we.NONE}this.state!==we.NONE&&this.dispatchEvent(tf)}function sw(i){switch(this._trackPointer(i),this.state){case we.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case we.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case we.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case we.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=we.NONE}}function rw(i){this.enabled!==!1&&i.preventDefault()}function ow(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function aw(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var y1=new H(0,0,1);function ef(i,t){return i.position.set(t[0],t[1],t[2]),i.quaternion.set(t[3],t[4],t[5],t[6]),i}function Eg(i,t){let[e,n,s]=i.size;switch(i.kind){case"box":return new Is(e,n,s);case"sphere":return new Ls(e,32,20);case"cylinder":return new Jr(e,e,n,40).rotateX(Math.PI/2);case"capsule":return new Ho(e,n,10,28).rotateX(Math.PI/2);case"ellipsoid":return new Ls(1,32,20).scale(e,n,s);default:return t[i.mesh]}}function lw(i){let t=new Rn;t.setAttribute("position",new ri(kn(i.vertices),3)),t.setIndex(new ri(kn(i.triangles),1));let e=t.toNonIndexed();return e.computeVertexNormals(),e}function Ag(i,t,e){let n=Math.max(...i.radii,1e-6)*.02,s=i.radii.map(a=>Math.max(a,n)),r=new Ls(1,e?16:32,e?10:20).scale(...s),o=e?new $r(new Xo(r),t):new Ln(r,t);return ef(o,i.pose)}function Rg(i,t,e){let n=new Ln(new Ls(e,16,12),t);return n.position.set(i.pose[0],i.pose[1],i.pose[2]),n.renderOrder=2,n}function Cg(i){i.renderOrder=3;for(let t of i.children)Object.assign(t.material,{depthTest:!1,transparent:!0}),t.renderOrder=3}var Uc=class{constructor(t,e){this.root=new Vi,this.layers={shapes:[],file:[],estimate:[],centres:[],axes:[],gravity:[]},this.materials={file:new cs({transparent:!0,opacity:.55}),estimate:new tr({transparent:!0,opacity:.55,roughness:.6,depthWrite:!1}),fileCentre:new Cs({depthTest:!1,transparent:!0}),estimateCentre:new Cs({depthTest:!1,transparent:!0}),axis:new cs,fixed:new tr({roughness:.8,side:li})};let n=t.meshes.map(lw);for(let s of t.fixed)this.add(this.root,"shapes",ef(new Ln(Eg(s,n),this.materials.fixed),s.pose));this.bodies=t.links.map((s,r)=>this.body(s,r,n,e))}add(t,e,n){n.userData.body=t===this.root?null:t.userData.body,t.add(n),this.layers[e].push(n)}body(t,e,n,s){let r=new Vi;r.userData.body=e;let o=new tr({roughness:.55,metalness:.05,side:li});for(let a of t.shapes){let l=ef(new Ln(Eg(a,n),o),a.pose);l.userData.link=e,this.add(r,"shapes",l)}if(t.file&&(this.add(r,"file",Ag(t.file,this.materials.file,!0)),this.add(r,"centres",Rg(t.file,this.materials.fileCentre,.8*s))),t.estimate&&(this.add(r,"estimate",Ag(t.estimate,this.materials.estimate,!1)),this.add(r,"centres",Rg(t.estimate,this.materials.estimateCentre,s))),t.axis){let a=new H(...t.axis),l=new Qr(a,a.clone().multiplyScalar(-6*s),14*s,0,3*s,1.6*s);Cg(l),this.add(r,"axes",l)}return r.userData.material=o,this.root.add(r),r}gravity(t){let e=new H(...t);e.length()&&(this.arrow=new Qr(e.normalize(),new H,1,0,.35,.2),Cg(this.arrow),this.add(this.root,"gravity",this.arrow))}show(t,e,n){let s=["file","estimate"].includes(t)&&n!==null;for(let r of this.layers[t])r.visible=e&&(!s||r.userData.body===n)}pose(t,e,n){let s=new Tn,r=new Tn,o=7*this.bodies.length,a=(e+1)*o<t.length?e+1:e;this.bodies.forEach((l,c)=>{let h=e*o+7*c,f=a*o+7*c;l.position.set(...[0,1,2].map(u=>t[h+u]+n*(t[f+u]-t[h+u]))),s.set(t[h+3],t[h+4],t[h+5],t[h+6]),r.set(t[f+3],t[f+4],t[f+5],t[f+6]),l.quaternion.copy(s.slerp(r,n).normalize())})}};var nf=48,Pg=24;function Ig(i){let t=new H(0,0,1).cross(i).normalize();return[t,i.clone().cross(t)]}var Fc=class{constructor(t,e){this.canvas=t,this.data=e,this.renderer=new Pc({canvas:t,antialias:!0,alpha:!0}),this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.scene=new Fo,this.camera=new Vn(35,1,.001,1e3),this.camera.up.set(0,0,1),this.controls=new Nc(this.camera,t),this.controls.enableZoom=!1,this.controls.touches.TWO=Hi.DOLLY_ROTATE,t.style.touchAction="pan-y",this.controls.addEventListener("change",()=>this.draw()),this.scene.add(new Yo(16777215,8425632,1.6),new Ko(16777215,.5)),this.sun=new Jo(16777215,2.2),this.scene.add(this.sun),this.size=this.measure(),this.robot=new Uc(e,this.size),this.scene.add(this.robot.root),this.selected=null,this.setRun(null),this.resize(),this.frame(),this.controls.addEventListener("start",()=>{this.moved=!0}),this.robot.gravity(e.gravity),this.keys(),new ResizeObserver(()=>this.resize()).observe(t.parentElement)}measure(){let t=kn(this.data.rest),e=new mi;for(let s=0;s<t.length;s+=7)e.expandByPoint(new H(t[s],t[s+1],t[s+2]));let n=this.data.links.flatMap(s=>s.estimate?s.estimate.radii:[]);return Math.max(e.getSize(new H).length(),.5*Math.max(.01,...n))/60}setRun(t){this.times=t?kn(t.t):new Float32Array([0]),this.poses=t?kn(t.poses):kn(this.data.rest),this.setTime(0),this.grid&&!this.moved&&this.frame()}setTime(t){this.pose(t),this.draw()}pose(t){this.time=t;let e=0,n=this.times.length-1;for(;n-e>1;){let r=e+n>>1;this.times[r]<=t?e=r:n=r}let s=this.times[n]-this.times[e];this.robot.pose(this.poses,e,s>0?Math.min(Math.max((t-this.times[e])/s,0),1):0)}frame(){let t=this.reach(),e=new H(1.7,-2.3,1.25).normalize(),n=this.middle(t.getCenter(new H),e),s=Math.max(t.getSize(new H).length()/2,.001);if(this.camera.near=s/100,this.camera.far=s*100,this.controls.target.copy(n),this.camera.position.copy(n).add(e.clone().multiplyScalar(Math.max(this.distance(n,e),1.2*s))),this.camera.updateProjectionMatrix(),this.controls.update(),!this.grid){let r=10**Math.ceil(Math.log10(s/15)),o=2*Math.ceil(1.6*s/r);this.grid=new Qo(o*r,o),this.grid.renderOrder=-1,this.grid.material.depthWrite=!1,this.grid.rotation.x=Math.PI/2,this.grid.position.set(Math.round(n.x/r)*r,Math.round(n.y/r)*r,t.min.z-.001*s),this.scene.add(this.grid)}}reach(){let t=new mi,e=new mi,n=this.time;this.corners=[];for(let s=0;s<(this.times.length>1?Pg:1);s++){this.pose(s/(Pg-1)*this.times[this.times.length-1]),this.robot.root.updateMatrixWorld(!0);let{shapes:r,estimate:o}=this.robot.layers;for(let a of r.length?r:o)if(e.setFromObject(a),!e.isEmpty()){t.union(e);for(let l of[e.min.x,e.max.x])for(let c of[e.min.y,e.max.y])for(let h of[e.min.z,e.max.z])this.corners.push(new H(l,c,h))}}return this.pose(n),this.robot.root.updateMatrixWorld(!0),t.isEmpty()&&t.expandByPoint(new H),t}middle(t,e){let n=t.clone();for(let s of Ig(e)){let r=this.corners.map(o=>o.clone().sub(t).dot(s));r.length&&n.addScaledVector(s,(Math.min(...r)+Math.max(...r))/2)}return n}distance(t,e){let n=Math.tan(this.camera.fov*Math.PI/360),s=n*this.camera.aspect,[r,o]=Ig(e),a=this.corners.map(l=>{let c=l.clone().sub(t);return c.dot(e)+Math.max(Math.abs(c.dot(r))/s,Math.abs(c.dot(o))/n)});return 1.08*Math.max(...a,0)}placeGravity(){let{arrow:t}=this.robot;if(!t)return;let e=this.camera.position.distanceTo(this.controls.target),n=2*e*Math.tan(this.camera.fov*Math.PI/360),s=nf/Math.max(this.canvas.clientHeight,1)*n,r=1-3*nf/(2*Math.max(this.canvas.clientWidth,1)),o=1-3*nf/(2*Math.max(this.canvas.clientHeight,1)),a=new H().copy(this.controls.target).project(this.camera).z,l=new H(-r,o,a).unproject(this.camera),c=this.camera.position,h=this.controls.target.clone().sub(c).normalize(),f=new Tn().setFromUnitVectors(h,l.clone().sub(c).normalize()),u=new H(...this.data.gravity).normalize().applyQuaternion(f);t.setDirection(u),t.scale.setScalar(s),t.position.copy(l).addScaledVector(u,-s/2)}paint(t){this.robot.bodies.forEach((n,s)=>{let r=n.userData.material;r.color=new Zt(t[s]);let o=this.selected===s;r.emissive=new Zt(o?xe("accent"):"#000000"),r.emissiveIntensity=o?.45:0,r.transparent=this.clear||this.selected!==null&&!o,r.opacity=this.clear?.25:this.selected!==null&&!o?.5:1,r.needsUpdate=!0});let{materials:e}=this.robot;e.file.color=new Zt(xe("file")),e.estimate.color=new Zt(xe("estimate")),e.fileCentre.color=new Zt(xe("file")),e.estimateCentre.color=new Zt(xe("estimate")),e.fixed.color=new Zt(xe("fixed"));for(let n of this.robot.layers.axes)n.setColor(new Zt(xe("axis")));this.robot.arrow&&this.robot.arrow.setColor(new Zt(xe("ink"))),this.grid.material.color=new Zt(xe("line")),this.grid.material.vertexColors=!1,this.grid.material.needsUpdate=!0,this.draw()}show(t,e){this.robot.show(t,e,this.selected),this.draw()}under(t){let{left:e,top:n,width:s,height:r}=this.canvas.getBoundingClientRect(),o=new $t((t.clientX-e)/s*2-1,1-(t.clientY-n)/r*2),a=new jo;a.setFromCamera(o,this.camera);let l=a.intersectObjects(this.robot.layers.shapes.filter(c=>c.visible),!1)[0];return l&&l.object.userData.link!==void 0?l.object.userData.link:null}turn(t,e){let n=this.camera.position.clone().sub(this.controls.target).applyAxisAngle(new H(1,0,0),-Math.PI/2);this.moved=!0;let s=new Fs().setFromVector3(n);s.theta+=t,s.phi=Math.min(Math.max(s.phi-e,.05),Math.PI-.05),this.camera.position.copy(this.controls.target).add(new H().setFromSpherical(s).applyAxisAngle(new H(1,0,0),Math.PI/2)),this.controls.update(),this.draw()}zoom(t){let{target:e}=this.controls;this.moved=!0,this.camera.position.sub(e).multiplyScalar(t).add(e),this.controls.update(),this.draw()}keys(){let t={ArrowLeft:()=>this.turn(-.1,0),ArrowRight:()=>this.turn(.1,0),ArrowUp:()=>this.turn(0,.1),ArrowDown:()=>this.turn(0,-.1),"+":()=>this.zoom(.9),"=":()=>this.zoom(.9),"-":()=>this.zoom(1.1),0:()=>this.frame()};this.canvas.addEventListener("keydown",e=>{!t[e.key]||e.ctrlKey||e.metaKey||(t[e.key](),e.preventDefault())}),this.canvas.addEventListener("pointerdown",()=>{this.controls.enableZoom=!0,this.canvas.focus({preventScroll:!0})}),this.canvas.addEventListener("focus",()=>{this.controls.enableZoom=!0}),this.canvas.addEventListener("blur",()=>{this.controls.enableZoom=!1})}resize(){let{clientWidth:t,clientHeight:e}=this.canvas.parentElement;!t||!e||(this.renderer.setSize(t,e,!1),this.camera.aspect=t/e,this.camera.updateProjectionMatrix(),this.grid&&!this.moved&&this.frame(),this.render())}draw(){this.waiting||(this.waiting=!0,requestAnimationFrame(()=>this.render()))}render(){this.waiting=!1,this.placeGravity(),this.sun.position.copy(this.camera.position).add(new H(0,0,3*this.camera.position.length())),this.renderer.render(this.scene,this.camera),this.seen||requestAnimationFrame(()=>performance.mark("first-picture")),this.seen=!0}};var Oc=class{constructor(t,e){this.data=t,this.picked=e,this.selected=null,this.modes=bp(t),this.mode=Object.keys(this.modes)[0],this.symbol="",this.list=document.getElementById("links"),this.makeList();try{this.view=new Fc(document.getElementById("robot-canvas"),t),this.bindPicture()}catch{document.getElementById("picture").classList.add("absent"),document.getElementById("picture").replaceChildren(Ut("p",{},"This browser does not draw in 3D (WebGL is off). Everything else is below."))}this.bindControls(),Ar(()=>this.paint()),this.paint()}makeList(){this.buttons=this.data.links.map((t,e)=>{let n=Ut("button",{type:"button","aria-pressed":"false","data-link":e},Ut("span",{class:"swatch","aria-hidden":"true"}),Ut("span",{class:"name"},t.name),Ut("span",{class:"what"}));return n.addEventListener("click",()=>this.select(this.selected===e?null:e)),this.list.append(Ut("li",{},n)),n})}bindPicture(){let{canvas:t}=this.view,e=document.getElementById("tip"),n=null;t.addEventListener("pointerdown",s=>{n=[s.clientX,s.clientY]}),t.addEventListener("pointerup",s=>{!n||Math.hypot(s.clientX-n[0],s.clientY-n[1])>5||this.select(this.view.under(s))}),t.addEventListener("pointermove",s=>{let r=s.buttons?null:this.view.under(s);if(e.hidden=r===null,t.classList.toggle("over",r!==null),r===null)return;let{text:o}=this.modes[this.mode].of(this.data.links[r],this.symbol);e.textContent=this.data.links[r].name+(o?`: ${o}`:"");let{left:a,top:l}=t.getBoundingClientRect();e.style.left=`${s.clientX-a+14}px`,e.style.top=`${s.clientY-l+10}px`}),t.addEventListener("pointerleave",()=>{e.hidden=!0})}bindControls(){for(let e of document.querySelectorAll("input[name=mode]"))e.addEventListener("change",()=>{this.mode=e.value,this.paint()});let t=document.getElementById("symbol");for(let{symbol:e}of t?this.data.links[0]?.parameters??[]:[])t.append(Ut("option",{value:e},e));t?.addEventListener("change",()=>{this.symbol=t.value,this.paint()});for(let e of document.querySelectorAll("input[data-layer]")){let n=()=>{this.view&&(this.view.show(e.dataset.layer,e.checked),this.view.clear=["file","estimate"].some(s=>document.querySelector(`input[data-layer=${s}]`)?.checked),this.paint())};e.addEventListener("change",n),n()}document.getElementById("whole").addEventListener("click",()=>{this.view?.frame(),this.view?.draw()})}select(t){this.selected=t,this.view&&(this.view.selected=t);for(let e of document.querySelectorAll("input[data-layer]"))this.view?.show(e.dataset.layer,e.checked);this.paint(),this.picked(t)}paint(){let t=this.modes[this.mode],e=this.data.links.map(n=>t.of(n,this.symbol));this.buttons.forEach((n,s)=>{n.setAttribute("aria-pressed",String(this.selected===s)),n.querySelector(".swatch").style.background=e[s].colour,n.querySelector(".what").textContent=`${e[s].sign??""} ${e[s].text}`.trim()}),document.getElementById("about").textContent=this.data.modes.length?`The colour is ${t.about(this.symbol)}.`:"",document.getElementById("legend").replaceChildren(...t.legend().map(({colour:n,text:s})=>{let r=Ut("span",{class:"swatch"});return r.style.background=n,Ut("li",{},r,s)})),this.view?.paint(e.map(n=>n.colour))}};function Dg(i){let t=i.tBodies[0];for(let[e,n]of[...i.tHead.rows[0].cells].entries()){let s=n.querySelector("button");s&&s.addEventListener("click",()=>{let r=n.getAttribute("aria-sort")==="ascending";for(let a of i.tHead.rows[0].cells)a.removeAttribute("aria-sort");n.setAttribute("aria-sort",r?"descending":"ascending");let o=[...t.rows].sort((a,l)=>cw(Lg(a.cells[e]),Lg(l.cells[e])));t.append(...r?o.reverse():o)})}}function Lg(i){let t=i.dataset.value;return t===void 0?i.textContent:t===""?1/0:Number(t)}function cw(i,t){return typeof i=="string"?i.localeCompare(t,void 0,{numeric:!0}):i===t?0:i<t?-1:1}var Bc=class{constructor(t){this.rows=[...t.tBodies[0].rows],this.words=document.getElementById("filter-words"),this.verdict=document.getElementById("filter-verdict"),this.source=document.getElementById("filter-source"),this.count=document.getElementById("filter-count"),this.clear=document.getElementById("filter-clear"),this.link=null;for(let e of[this.words,this.verdict,this.source])e.addEventListener("input",()=>this.apply());this.clear.addEventListener("click",()=>{this.words.value=this.verdict.value=this.source.value="",this.show(null)}),this.apply()}show(t){this.link=t,this.apply()}apply(){let t=this.words.value.toLowerCase().split(/\s+/).filter(Boolean),e=0;for(let n of this.rows){let{name:s,verdict:r,source:o,link:a}=n.dataset,l=t.every(c=>s.toLowerCase().includes(c))&&(!this.verdict.value||r===this.verdict.value)&&(!this.source.value||o===this.source.value)&&(this.link===null||a===String(this.link));n.hidden=!l,e+=l}this.clear.hidden=e===this.rows.length,this.count.textContent=`${e} of ${this.rows.length} parameters`}};Qd().then(i=>{let t=new Fa;document.documentElement.classList.add("live");for(let o of document.querySelectorAll("table.sortable"))Dg(o);let e=document.getElementById("parameters-table"),n=e?new Bc(e):null,s=new Ua(i,t),r=null;if(i.links.length&&(r=new Oc(i,o=>{s.pick(o===null?null:i.links[o].coordinates),Jc(i,o),n?.show(o)}),Jc(i,null)),xp(i,r),vp(i.matrix),i.runs.length){let o=a=>{t.play(!1),s.setRun(a),r?.view?.setRun(i.runs[a]),t.reset(i.runs[a].duration)};t.listen(a=>r?.view?.setTime(a)),Sp(i,t,o),o(0)}document.documentElement.dataset.ready="yes"});})();
